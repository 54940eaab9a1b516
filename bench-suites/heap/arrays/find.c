/* The index of an element, or -1 if there is none. */
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

static int find(const int *a, int size, int wanted)
{
    for (int i = 0; i < size; i++)
        if (a[i] == wanted)
            return i;
    return -1;
}

int main(void)
{
    int size = some_size();
    int wanted = __VERIFIER_nondet_int();
    int *a = unknown_array(size);
    int index = find(a, size, wanted);
    if (index >= 0) {
        assert(index < size);
        assert(a[index] == wanted);
    } else {
        assert(index == -1);
        for (int i = 0; i < size; i++)
            assert(a[i] != wanted);
    }
    free(a);
    return 0;
}
