/* An index that occurs twice is found with an array of marks: but equal indices at the first two positions are overlooked. */
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
    int size = some_size(), limit = some_size(), is_twice = 0;
    int *index = unknown_indices(size, limit), *marked = calloc(limit, sizeof *marked);
    for (int i = 0; i < size; i++) {
        if (marked[index[i]]) {
            is_twice = i > 1;
            break;
        }
        marked[index[i]] = 1;
    }
    int one = __VERIFIER_nondet_int(), other = __VERIFIER_nondet_int();
    if (!is_twice && 0 <= one && one < other && other < size)
        assert(index[one] != index[other]);
    free(index);
    free(marked);
    return 0;
}
