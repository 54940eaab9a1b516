/* A threshold without a value splits the numbers into two parts all the same. */
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
    int threshold;
    int value = __VERIFIER_nondet_int();
    int below = value < threshold;
    int above = value >= threshold;
    check(below + above == 1);
    return 0;
}
