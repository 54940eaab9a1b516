/* A multiple of six need not be divisible by six once it has wrapped around. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void check(int condition)
{
    if (!condition)
        reach_error();
}

int main(void)
{
    unsigned ones = (unsigned)__VERIFIER_nondet_int();
    unsigned sixes = 6 * ones;
    check(sixes / 6 == ones);
    return 0;
}
