/* Two cells of each block have their values exchanged. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

int main(void)
{
    int blocks = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= blocks && blocks <= 25000);
    int *cells = malloc(4 * blocks * sizeof *cells);
    for (int b = 0; b < blocks; b++) {
        cells[4 * b] = 0;
        cells[4 * b + 1] = 2;
        cells[4 * b + 2] = 1;
        cells[4 * b + 3] = 3;
    }
    for (int i = 0; i < 4 * blocks; i++)
        assert(cells[i] == i % 4);
    free(cells);
    return 0;
}
