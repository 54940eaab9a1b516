/* The bits that all values have stay when these are swapped and rotated. */
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

static int common(const int *values, int size)
{
    int common = values[0];
    for (int i = 0; i < size; i++)
        common &= values[i];
    return common;
}

int main(void)
{
    int size = __VERIFIER_nondet_int();
    assume(2 <= size && size <= 10000);
    int *values = malloc(size * sizeof(int));
    for (int i = 0; i < size; i++)
        values[i] = __VERIFIER_nondet_int();
    int before = common(values, size);
    int kept = values[0];
    values[0] = values[1];
    values[1] = kept;
    check(common(values, size) == before);
    kept = values[0];
    for (int i = 0; i < size - 1; i++)
        values[i] = values[i + 1];
    values[size - 1] = kept;
    check(common(values, size) == before);
    free(values);
    return 0;
}
