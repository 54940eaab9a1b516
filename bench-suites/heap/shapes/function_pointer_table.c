/* A table of functions, chosen by a checked input. */
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

static int twice(int number)
{
    return 2 * number;
}

static int square(int number)
{
    return number * number;
}

static int negate(int number)
{
    return -number;
}

int main(void)
{
    int (*const table[])(int) = {twice, square, negate};
    int which = __VERIFIER_nondet_int(), number = __VERIFIER_nondet_int();
    assume(0 <= which && which < 3 && -100 <= number && number <= 100);
    int result = table[which](number);
    check(-200 <= result && result <= 10000);
    check(which != 2 || result + number == 0);
    return 0;
}
