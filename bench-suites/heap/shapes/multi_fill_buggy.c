/* The limits of rows and columns are exchanged in the second loop. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static void assume(int condition)
{
    if (!condition)
        abort();
}

#define COLUMNS 3

int main(void)
{
    int rows = __VERIFIER_nondet_int();
    assume(1 <= rows && rows <= 10000);
    int(*table)[COLUMNS] = malloc(rows * sizeof *table);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < COLUMNS; j++)
            table[i][j] = 1;
    int sum = 0;
    for (int i = 0; i < COLUMNS; i++)
        for (int j = 0; j < COLUMNS; j++)
            sum += table[i][j];
    free(table);
    return sum == 0;
}
