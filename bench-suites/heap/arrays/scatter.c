/* All elements at given indices are marked, in any order. */
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
    int size = some_size(), limit = some_size();
    int *index = unknown_indices(size, limit), *marked = calloc(limit, sizeof *marked);
    for (int i = 0; i < size; i++)
        marked[index[i]] = 1;
    for (int i = 0; i < size; i++)
        assert(marked[index[i]] == 1);
    free(index);
    free(marked);
    return 0;
}
