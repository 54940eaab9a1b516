/* Elements at given indices are written; one that is not among them keeps its value: but the last index may be that of the element that is checked. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

/* Any size for which the arithmetic of the program stays in range. */
static int some_size(void)
{
    int size = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= size && size <= 1000000);
    return size;
}

/* An array of indices of another one. */
static int *unknown_indices(int size, int limit)
{
    int *array = malloc(size * sizeof *array);
    for (int i = 0; i < size; i++) {
        array[i] = __VERIFIER_nondet_int();
        __VERIFIER_assume(0 <= array[i] && array[i] < limit);
    }
    return array;
}

int main(void)
{
    int size = some_size(), limit = some_size(), other = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= other && other < limit);
    int *index = unknown_indices(size, limit), *a = calloc(limit, sizeof *a);
    for (int i = 0; i < size - 1; i++)
        __VERIFIER_assume(index[i] != other);
    a[other] = 7;
    for (int i = 0; i < size; i++)
        a[index[i]] = i;
    assert(a[other] == 7);
    free(index);
    free(a);
    return 0;
}
