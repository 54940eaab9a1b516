/* A grid of rows and columns in one block, each cell written by its row and column. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void assume(int condition)
{
    if (!condition)
        abort();
}

static void check(int condition)
{
    if (!condition)
        reach_error();
}

int main(void)
{
    int rows = __VERIFIER_nondet_int(), columns = __VERIFIER_nondet_int();
    assume(0 <= rows && rows <= 1000 && 0 <= columns && columns <= 1000);
    int *grid = malloc(rows * columns * sizeof(int));
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++)
            grid[row * columns + column] = row;
    if (rows > 2 && columns > 3)
        check(grid[2 * columns + 3] == 2);
    free(grid);
    return 0;
}
