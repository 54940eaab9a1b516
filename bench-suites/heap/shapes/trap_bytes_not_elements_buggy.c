/* Room for as many bytes as there should be ints. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static void assume(int condition)
{
    if (!condition)
        abort();
}

int main(void)
{
    int size = __VERIFIER_nondet_int();
    assume(1 <= size && size <= 100000);
    int *cells = malloc(size);
    for (int i = 0; i < size; i++)
        cells[i] = i;
    free(cells);
    return 0;
}
