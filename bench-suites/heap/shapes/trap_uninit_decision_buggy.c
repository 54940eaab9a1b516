/* A flag is set in one case only and decides in all of them. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int found;
    int value = __VERIFIER_nondet_int();
    if (value > 100)
        found = 1;
    if (found)
        assert(value > 100);
    return 0;
}
