/* The contents of one array are put behind those of another. */
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

/* Puts the elements of `b` behind the first `used` elements of `a`. */
static void append(int *a, int used, const int *b, int size)
{
    for (int i = 0; i < size; i++)
        a[used + i] = b[i];
}

int main(void)
{
    int used = some_size(), size = some_size();
    int *a = malloc((used + size) * sizeof *a);
    int *old = unknown_array(used), *b = unknown_array(size);
    for (int i = 0; i < used; i++)
        a[i] = old[i];
    append(a, used, b, size);
    for (int i = 0; i < used; i++)
        assert(a[i] == old[i]);
    for (int i = 0; i < size; i++)
        assert(a[used + i] == b[i]);
    free(a);
    free(b);
    free(old);
    return 0;
}
