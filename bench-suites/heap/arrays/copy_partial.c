/* Some elements are copied, the others keep their values. */
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

/* Copies the elements from `begin` on and before `end`. */
static void copy_partial(const int *from, int *to, int begin, int end)
{
    for (int i = begin; i < end; i++)
        to[i] = from[i];
}

int main(void)
{
    int size = some_size();
    int begin = __VERIFIER_nondet_int(), end = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= begin && begin <= end && end <= size);
    int *a = unknown_array(size), *b = calloc(size, sizeof *b);
    copy_partial(a, b, begin, end);
    for (int i = 0; i < size; i++) {
        if (begin <= i && i < end)
            assert(b[i] == a[i]);
        else
            assert(b[i] == 0);
    }
    free(a);
    free(b);
    return 0;
}
