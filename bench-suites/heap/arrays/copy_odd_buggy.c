/* The check expects the elements at even positions to be copied. */
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

/* Copies the elements with an odd index. */
static void copy_odd(const int *from, int *to, int size)
{
    for (int i = 1; i < size; i += 2)
        to[i] = from[i];
}

int main(void)
{
    int size = some_size();
    int *a = unknown_array(size), *b = calloc(size, sizeof *b);
    copy_odd(a, b, size);
    for (int i = 0; i < size; i += 2)
        assert(b[i] == a[i]);
    for (int i = 1; i < size; i += 2)
        assert(b[i] == 0);
    free(a);
    free(b);
    return 0;
}
