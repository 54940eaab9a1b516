/* The index of the smallest value is in bounds, and its value is not greater than any. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

int main(void)
{
    int size = __VERIFIER_nondet_int();
    __VERIFIER_assume(1 <= size && size <= 100000);
    int *values = malloc(size * sizeof *values);
    for (int i = 0; i < size; i++)
        values[i] = __VERIFIER_nondet_int();
    int at = 0;
    for (int i = 1; i < size; i++)
        if (values[i] < values[at])
            at = i;
    assert(0 <= at && at < size);
    for (int i = 0; i < size; i++)
        assert(values[at] <= values[i]);
    free(values);
    return 0;
}
