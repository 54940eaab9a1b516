/* The sum of the first numbers, by recursion of small depth. */
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

static int sum_to(int number)
{
    return number == 0 ? 0 : number + sum_to(number - 1);
}

int main(void)
{
    int number = __VERIFIER_nondet_int();
    assume(0 <= number && number <= 6);
    check(sum_to(number) == number * (number + 1) / 2);
    return 0;
}
