/* The number of elements is checked so that their size in bytes cannot wrap around. */
#include <limits.h>
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
    unsigned count = (unsigned)__VERIFIER_nondet_int();
    assume(count >= 2 && count <= 1000000 && count < UINT_MAX / sizeof(int));
    int *cells = malloc(count * sizeof(int));
    cells[1] = 1;
    cells[count - 1] = 2;
    check(cells[1] == (count == 2 ? 2 : 1));
    free(cells);
    return 0;
}
