/* An array is reversed in its place by exchanging from both ends. */
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
    int *cells = malloc(size * sizeof(int)), *before = malloc(size * sizeof(int));
    for (int i = 0; i < size; i++)
        before[i] = cells[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < size / 2; i++) {
        int kept = cells[i];
        cells[i] = cells[size - 1 - i];
        cells[size - 1 - i] = kept;
    }
    for (int i = 0; i < size; i++)
        check(cells[i] == before[size - 1 - i]);
    free(cells);
    free(before);
    return 0;
}
