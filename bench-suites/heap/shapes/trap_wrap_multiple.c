/* A counter of sixes stays six times a counter of ones, also when both wrap around. */
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
    unsigned sixes = 0, ones = 0;
    while (__VERIFIER_nondet_int()) {
        sixes += 6;
        ones++;
        check(sixes == 6 * ones);
    }
    return 0;
}
