/* Pointers to locals go down through calls, never up. */
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

static void add(int *total, const int *amount)
{
    *total += *amount;
}

static int both(int a, int b)
{
    int total = 0;
    add(&total, &a);
    add(&total, &b);
    return total;
}

int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    assume(-1000 <= a && a <= 1000 && -1000 <= b && b <= 1000);
    check(both(a, b) == a + b);
    return 0;
}
