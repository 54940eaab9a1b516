/* What a global pointer holds at the end is not lost. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void check(int condition)
{
    if (!condition)
        reach_error();
}

int *kept;

int main(void)
{
    kept = malloc(sizeof *kept);
    *kept = __VERIFIER_nondet_int();
    if (*kept > 0)
        exit(0);
    check(*kept <= 0);
    return 0;
}
