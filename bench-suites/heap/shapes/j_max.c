/* The running maximum is not smaller than any value. */
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
    assume(1 <= size && size <= 100000);
    int *values = malloc(size * sizeof(int));
    for (int i = 0; i < size; i++)
        values[i] = __VERIFIER_nondet_int();
    int max = values[0];
    for (int i = 1; i < size; i++)
        if (values[i] > max)
            max = values[i];
    for (int i = 0; i < size; i++)
        check(values[i] <= max);
    free(values);
    return 0;
}
