/* The last even position is left out if the size is odd. */
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

/* Sets the elements with an even index. */
static void init_even(int *a, int size)
{
    for (int i = 0; i < size - 1; i += 2)
        a[i] = 4;
}

int main(void)
{
    int size = some_size();
    int *a = calloc(size, sizeof *a);
    init_even(a, size);
    for (int i = 0; i < size; i++) {
        if (i % 2 == 0)
            assert(a[i] == 4);
        else
            assert(a[i] == 0);
    }
    free(a);
    return 0;
}
