/* Each cell is made of the one before it. */
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
    int size = __VERIFIER_nondet_int();
    assume(0 < size && size <= 100000);
    int *cells = malloc(size * sizeof(int));
    cells[0] = 7;
    for (int i = 1; i < size; i++)
        cells[i] = cells[i - 1] + 3;
    for (int i = 0; i < size; i++)
        check(cells[i] == 3 * i + 7);
    free(cells);
    return 0;
}
