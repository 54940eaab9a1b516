/* Each element of an array points to a block whose size another array tells. */
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

int main(void)
{
    int size = some_size();
    int *lengths = unknown_array(size);
    int **a = malloc(size * sizeof *a);
    for (int i = 0; i < size; i++) {
        __VERIFIER_assume(0 <= lengths[i] && lengths[i] <= 1000);
        a[i] = malloc(lengths[i] * sizeof **a);
    }
    for (int i = 0; i < size; i++)
        for (int j = 0; j < lengths[i]; j++)
            a[i][j] = i;
    for (int i = 0; i < size; i++)
        free(a[i]);
    free(a);
    free(lengths);
    return 0;
}
