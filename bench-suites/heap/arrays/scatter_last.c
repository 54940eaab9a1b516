/* Each element tells which position of an array of indices names it last. */
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
    int *index = unknown_indices(size, limit), *last = calloc(limit, sizeof *last);
    for (int i = 0; i < size; i++)
        last[index[i]] = i;
    for (int i = 0; i < size; i++) {
        int found = last[index[i]];
        assert(found >= i && index[found] == index[i]);
    }
    free(index);
    free(last);
    return 0;
}
