/* A function with a variable number of arguments adds them up, and hands its list on to another one. */
#include <stdarg.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void __VERIFIER_assert(int condition);

static int add_list(int count, va_list list)
{
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += va_arg(list, int);
    return sum;
}

static int add(int count, ...)
{
    va_list list;
    va_start(list, count);
    int sum = add_list(count, list);
    va_end(list);
    return sum;
}

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > -1000 && x < 1000 && y > -1000 && y < 1000);
    __VERIFIER_assert(add(3, x, 7, y) == x + y + 7);
    __VERIFIER_assert(add(0) == 0);
    return 0;
}
