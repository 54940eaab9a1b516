/* An array of pointers to the cells of another array, in reverse order. */
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
    assume(0 <= size && size <= 100000);
    int *cells = malloc(size * sizeof(int));
    int **views = malloc(size * sizeof(int *));
    for (int i = 0; i < size; i++)
        views[i] = &cells[size - 1 - i];
    for (int i = 0; i < size; i++)
        *views[i] = i;
    for (int i = 0; i < size; i++)
        check(cells[i] == size - 1 - i);
    free(cells);
    free(views);
    return 0;
}
