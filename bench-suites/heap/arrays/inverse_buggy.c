/* The inverse of a permutation: but one number may occur twice. */
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
    int size = some_size();
    int *to = unknown_indices(size, size), *from = malloc(size * sizeof *from);
    char *used = calloc(size, 1);
    for (int i = 0; i < size; i++) {
        __VERIFIER_assume(i == 1 || !used[to[i]]);
        used[to[i]] = 1;
    }
    for (int i = 0; i < size; i++)
        from[to[i]] = i;
    for (int i = 0; i < size; i++)
        assert(from[to[i]] == i);
    free(to);
    free(from);
    free(used);
    return 0;
}
