/* Minus one is greater than any small number in an unsigned comparison. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void assume(int condition)
{
    if (!condition)
        abort();
}

static void check(int condition)
{
    if (!condition)
        reach_error();
}

int main(void)
{
    int level = __VERIFIER_nondet_int();
    unsigned limit = 10;
    assume(level < 10);
    check(level < limit);
    return 0;
}
