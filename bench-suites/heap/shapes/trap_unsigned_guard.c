/* The guard compares a signed size with an unsigned limit, and so refuses negative sizes as well. */
#include <limits.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void check(int condition)
{
    if (!condition)
        reach_error();
}

int main(void)
{
    int size = __VERIFIER_nondet_int();
    if (size == 0 || size >= UINT_MAX / sizeof(int) / 1000u)
        return 0;
    int *cells = malloc(size * sizeof(int));
    cells[0] = 1;
    cells[size - 1] = 2;
    check(size > 0);
    free(cells);
    return 0;
}
