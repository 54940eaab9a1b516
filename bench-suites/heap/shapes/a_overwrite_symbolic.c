/* An array of any size is filled with inputs, then three times overwritten. */
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

static void fill(int *cells, int size, int value)
{
    for (int i = 0; i < size; i++)
        cells[i] = value;
}

int main(void)
{
    int size = __VERIFIER_nondet_int();
    assume(size >= 0 && size < 10000000);
    int *cells = malloc(size * sizeof(int));
    for (int i = 0; i < size; i++)
        cells[i] = __VERIFIER_nondet_int();
    fill(cells, size, 42);
    fill(cells, size, -1);
    fill(cells, size, 7);
    for (int i = 0; i < size; i++)
        check(cells[i] == 7);
    free(cells);
    return 0;
}
