/* The size in bytes wraps around, and the block is smaller than it seems. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static void assume(int condition)
{
    if (!condition)
        abort();
}

int main(void)
{
    unsigned count = (unsigned)__VERIFIER_nondet_int();
    assume(count >= 2);
    int *cells = malloc(count * sizeof(int));
    cells[1] = 1;
    free(cells);
    return 0;
}
