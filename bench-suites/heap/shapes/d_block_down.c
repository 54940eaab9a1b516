/* Blocks of four cells, from the first one on, which the other three are made of. */
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
    assume(0 < size && size <= 100000 && size % 4 == 0);
    int *cells = malloc(size * sizeof(int));
    for (int block = 1; block <= size / 4; block++)
        for (int back = 4; back >= 1; back--)
            if (back == 4)
                cells[4 * block - back] = block;
            else
                cells[4 * block - back] = cells[4 * block - 4] + back;
    for (int block = 1; block <= size / 4; block++)
        for (int back = 4; back >= 1; back--)
            check(cells[4 * block - back] >= block);
    free(cells);
    return 0;
}
