/* A two-dimensional array is set by a nested loop. */
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

static void init(int rows, int columns, int a[rows][columns])
{
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            a[i][j] = i + j;
}

int main(void)
{
    int rows = some_size(), columns = some_size();
    __VERIFIER_assume(0 < rows && rows <= 1000 && 0 < columns && columns <= 1000);
    int (*a)[columns] = malloc(rows * sizeof *a);
    init(rows, columns, a);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            assert(a[i][j] == i + j);
    free(a);
    return 0;
}
