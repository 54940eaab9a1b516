/* The sum of values stays when they are rotated, for any size. */
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

static long long sum(const int *values, int size)
{
    long long total = 0;
    for (int i = 0; i < size; i++)
        total += values[i];
    return total;
}

int main(void)
{
    int size = __VERIFIER_nondet_int();
    assume(1 <= size && size <= 100000);
    int *values = malloc(size * sizeof(int));
    for (int i = 0; i < size; i++)
        values[i] = __VERIFIER_nondet_int();
    long long before = sum(values, size);
    int first = values[0];
    for (int i = 0; i + 1 < size; i++)
        values[i] = values[i + 1];
    values[size - 1] = first;
    check(sum(values, size) == before);
    free(values);
    return 0;
}
