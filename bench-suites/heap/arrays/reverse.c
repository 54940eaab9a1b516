/* An array is copied in reverse order. */
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

/* Stores the elements in reverse order. */
static void reverse(const int *from, int *to, int size)
{
    for (int i = 0; i < size; i++)
        to[i] = from[size - i - 1];
}

int main(void)
{
    int size = some_size();
    int *a = unknown_array(size), *b = malloc(size * sizeof *b);
    reverse(a, b, size);
    for (int i = 0; i < size; i++)
        assert(b[i] == a[size - 1 - i]);
    free(a);
    free(b);
    return 0;
}
