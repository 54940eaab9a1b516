/* Only the cells on one side of the diagonal come to the right place. */
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
    assume(0 < rows && rows < 1000 && 0 < columns && columns < 1000);
    int matrix[rows][columns], turned[columns][rows];
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            matrix[i][j] = __VERIFIER_nondet_int();
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            turned[j][i] = i <= j ? matrix[i][j] : matrix[j % rows][i % columns] + 1;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            check(turned[j][i] == matrix[i][j]);
    return 0;
}
