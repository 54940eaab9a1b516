/* A matrix whose two sizes are inputs. */
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
    assume(1 <= rows && rows <= 100 && 1 <= columns && columns <= 100);
    int table[rows][columns];
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            table[i][j] = 0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            check(table[i][j] == 0);
    return 0;
}
