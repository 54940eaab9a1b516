/* The sum of two ints overflows. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static void assume(int condition)
{
    if (!condition)
        abort();
}

int main(void)
{
    int size = __VERIFIER_nondet_int();
    assume(0 <= size && size <= 100000);
    int sum = 0;
    for (int i = 0; i < size; i++)
        sum += __VERIFIER_nondet_int();
    return sum != 0;
}
