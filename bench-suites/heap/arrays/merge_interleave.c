/* The elements of two arrays alternate in a third. */
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

/* An array of unknown contents. */
static int *unknown_array(int size)
{
    int *array = malloc(size * sizeof *array);
    for (int i = 0; i < size; i++)
        array[i] = __VERIFIER_nondet_int();
    return array;
}

/* The elements of `a` go to the even positions of the result, those of `b` to the odd ones. */
static void merge_interleave(const int *a, const int *b, int *result, int size)
{
    for (int i = 0; i < size; i++) {
        result[2 * i] = a[i];
        result[2 * i + 1] = b[i];
    }
}

int main(void)
{
    int size = some_size();
    int *a = unknown_array(size), *b = unknown_array(size);
    int *result = malloc(2 * size * sizeof *result);
    merge_interleave(a, b, result, size);
    for (int i = 0; i < 2 * size; i++) {
        if (i % 2 == 0)
            assert(result[i] == a[i / 2]);
        else
            assert(result[i] == b[i / 2]);
    }
    free(a);
    free(b);
    free(result);
    return 0;
}
