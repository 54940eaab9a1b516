/* Each cell takes the value of the one before it, so that the first value is everywhere. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

int main(void)
{
    int size = __VERIFIER_nondet_int();
    __VERIFIER_assume(1 <= size && size <= 100000);
    int *cells = malloc(size * sizeof *cells);
    int seed = cells[0] = __VERIFIER_nondet_int();
    for (int i = 1; i < size; i++)
        cells[i] = cells[i - 1];
    for (int i = 0; i < size; i++)
        assert(cells[i] == seed);
    free(cells);
    return 0;
}
