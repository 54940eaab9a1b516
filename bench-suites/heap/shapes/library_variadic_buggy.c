/* More arguments are taken than there are. */
#include <stdarg.h>
extern int __VERIFIER_nondet_int(void);

static int add(int count, ...)
{
    va_list list;
    int sum = 0;
    va_start(list, count);
    for (int i = 0; i < count; i++)
        sum += va_arg(list, int) % 1000;
    va_end(list);
    return sum;
}

int main(void)
{
    int count = __VERIFIER_nondet_int();
    if (count < 0 || count > 3)
        return 0;
    return add(count, 1, 2);
}
