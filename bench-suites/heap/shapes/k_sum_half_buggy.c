/* The sum goes over the first half only, and that does not stay when the ends are exchanged. */
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
    for (int i = 0; i < size / 2; i++)
        total += values[i];
    return total;
}

int main(void)
{
    int size = __VERIFIER_nondet_int();
    assume(2 <= size && size <= 1000);
    int *values = malloc(size * sizeof(int));
    for (int i = 0; i < size; i++)
        values[i] = __VERIFIER_nondet_int();
    long long before = sum(values, size);
    int kept = values[0];
    values[0] = values[size - 1];
    values[size - 1] = kept;
    check(sum(values, size) == before);
    free(values);
    return 0;
}
