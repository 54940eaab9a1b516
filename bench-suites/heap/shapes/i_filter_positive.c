/* The positive values are kept, one behind the other. */
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
    assume(0 <= size && size <= 100000);
    int *values = malloc(size * sizeof(int)), *kept = malloc(size * sizeof(int));
    for (int i = 0; i < size; i++)
        values[i] = __VERIFIER_nondet_int();
    int count = 0;
    for (int i = 0; i < size; i++)
        if (values[i] > 0)
            kept[count++] = values[i];
    check(0 <= count && count <= size);
    for (int i = 0; i < count; i++)
        check(kept[i] > 0);
    free(values);
    free(kept);
    return 0;
}
