/* An unsigned counter is never negative, so the loop does not stop at zero. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static void assume(int condition)
{
    if (!condition)
        abort();
}

int main(void)
{
    unsigned size = (unsigned)__VERIFIER_nondet_int();
    assume(1 <= size && size <= 100000);
    int *cells = malloc(size * sizeof(int));
    for (unsigned i = size - 1; i >= 0; i--)
        cells[i] = 0;
    free(cells);
    return 0;
}
