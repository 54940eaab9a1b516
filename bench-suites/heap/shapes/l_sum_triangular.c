/* The numbers up to n add up to half of n (n + 1). */
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
    int n = __VERIFIER_nondet_int();
    assume(0 <= n && n <= 1000);
    long long sum = 0;
    for (int i = 1; i <= n; i++)
        sum += i;
    check(2 * sum == n * (n + 1));
    return 0;
}
