/* Blocks of three are written; the size is a multiple of three. */
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
    assume(0 <= size && size <= 100000 && size % 3 == 0);
    int *cells = malloc(size * sizeof(int));
    for (int i = 0; i < size; i += 3) {
        cells[i] = 9;
        cells[i + 1] = 9;
        cells[i + 2] = 9;
    }
    for (int i = 0; i < size; i++)
        check(cells[i] == 9);
    free(cells);
    return 0;
}
