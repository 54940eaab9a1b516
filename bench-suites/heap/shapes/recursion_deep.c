/* A countdown by recursion of any depth ends at zero. */
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

static int countdown(int number)
{
    if (number <= 0)
        return 0;
    return countdown(number - 1);
}

int main(void)
{
    int number = __VERIFIER_nondet_int();
    assume(0 <= number && number <= 1000);
    check(countdown(number) == 0);
    return 0;
}
