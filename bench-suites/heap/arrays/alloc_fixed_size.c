/* All elements of an array point to blocks of the same size, used in bounds. */
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

enum { LENGTH = 10 };

int main(void)
{
    int size = some_size();
    int **a = malloc(size * sizeof *a);
    for (int i = 0; i < size; i++)
        a[i] = malloc(LENGTH * sizeof **a);
    for (int i = 0; i < size; i++)
        for (int j = 0; j < LENGTH; j++)
            a[i][j] = i;
    for (int i = 0; i < size; i++)
        free(a[i]);
    free(a);
    return 0;
}
