/* A wide sum over many ints cannot overflow. */
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
    int size = __VERIFIER_nondet_int();
    assume(0 <= size && size <= 100000);
    long long sum = 0;
    for (int i = 0; i < size; i++)
        sum += __VERIFIER_nondet_int();
    check(sum >= -214748364800000LL && sum <= 214748364700000LL);
    return 0;
}
