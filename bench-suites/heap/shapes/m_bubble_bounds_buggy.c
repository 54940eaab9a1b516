/* The inner loop of bubble sort compares with the cell behind the end. */
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
    assume(0 <= size && size <= 1000);
    int *values = malloc(size * sizeof(int));
    for (int i = 0; i < size; i++)
        values[i] = __VERIFIER_nondet_int();
    for (int end = size; end > 0; end--)
        for (int i = 0; i < end; i++)
            if (values[i] > values[i + 1]) {
                int kept = values[i];
                values[i] = values[i + 1];
                values[i + 1] = kept;
            }
    free(values);
    return 0;
}
