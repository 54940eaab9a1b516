/* A read behind the end of an array is no call of the error function. */
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
    int cells[4] = {1, 2, 3, 4};
    int at = __VERIFIER_nondet_int();
    assume(0 <= at && at <= 4);
    int value = cells[at];
    check(value == value && at <= 4);
    return 0;
}
