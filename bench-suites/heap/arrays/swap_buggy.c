/* The last elements are not exchanged. */
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

static void swap(int *a, int *b, int size)
{
    for (int i = 0; i < size - 1; i++) {
        int t = a[i];
        a[i] = b[i];
        b[i] = t;
    }
}

static int *duplicate(const int *a, int size)
{
    int *copy = malloc(size * sizeof *copy);
    for (int i = 0; i < size; i++)
        copy[i] = a[i];
    return copy;
}

int main(void)
{
    int size = some_size();
    int *a = unknown_array(size), *b = unknown_array(size);
    int *old_a = duplicate(a, size), *old_b = duplicate(b, size);
    swap(a, b, size);
    for (int i = 0; i < size; i++) {
        assert(a[i] == old_b[i]);
        assert(b[i] == old_a[i]);
    }
    free(a);
    free(b);
    free(old_a);
    free(old_b);
    return 0;
}
