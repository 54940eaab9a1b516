/* The maximum of four values is one of them, and none is greater. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int values[4];
    for (int i = 0; i < 4; i++)
        values[i] = __VERIFIER_nondet_int();
    int max = values[0];
    for (int i = 1; i < 4; i++)
        if (values[i] > max)
            max = values[i];
    int found = 0;
    for (int i = 0; i < 4; i++) {
        assert(values[i] <= max);
        if (values[i] == max)
            found = 1;
    }
    assert(found);
    return 0;
}
