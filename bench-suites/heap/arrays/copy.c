/* All elements of an array are copied to another. */
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

static void copy(const int *from, int *to, int size)
{
    for (int i = 0; i < size; i++)
        to[i] = from[i];
}

int main(void)
{
    int size = some_size();
    int *a = unknown_array(size), *b = malloc(size * sizeof *b);
    copy(a, b, size);
    for (int i = 0; i < size; i++)
        assert(a[i] == b[i]);
    free(a);
    free(b);
    return 0;
}
