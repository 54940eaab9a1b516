/* A function is applied to every cell of an array. */
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

static void each(int *cells, int size, void (*action)(int *))
{
    for (int i = 0; i < size; i++)
        action(&cells[i]);
}

static void clear(int *cell)
{
    *cell = 0;
}

int main(void)
{
    int size = __VERIFIER_nondet_int();
    assume(0 <= size && size <= 100000);
    int *cells = malloc(size * sizeof(int));
    each(cells, size, clear);
    for (int i = 0; i < size; i++)
        check(cells[i] == 0);
    free(cells);
    return 0;
}
