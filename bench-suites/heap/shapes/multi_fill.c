/* A matrix of constant columns and any number of rows is filled by row and column. */
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

#define COLUMNS 3

int main(void)
{
    int rows = __VERIFIER_nondet_int();
    assume(0 <= rows && rows <= 10000);
    int(*table)[COLUMNS] = malloc(rows * sizeof *table);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < COLUMNS; j++)
            table[i][j] = i + j;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < COLUMNS; j++)
            check(table[i][j] == i + j);
    free(table);
    return 0;
}
