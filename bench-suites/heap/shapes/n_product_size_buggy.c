/* Rows and columns are exchanged in the index of a grid. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static void assume(int condition)
{
    if (!condition)
        abort();
}

int main(void)
{
    int rows = __VERIFIER_nondet_int(), columns = __VERIFIER_nondet_int();
    assume(0 <= rows && rows <= 1000 && 0 <= columns && columns <= 1000);
    int *grid = malloc(rows * columns * sizeof(int));
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++)
            grid[row * rows + column] = row;
    free(grid);
    return 0;
}
