/* The last round of overwriting forgets the last cell. */
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
    assume(size > 0 && size < 10000000);
    int *cells = malloc(size * sizeof(int));
    for (int i = 0; i < size; i++)
        cells[i] = 42;
    for (int i = 0; i < size - 1; i++)
        cells[i] = 7;
    for (int i = 0; i < size; i++)
        check(cells[i] == 7);
    free(cells);
    return 0;
}
