/* The exchange goes through the whole array, and so everything is back where it was. */
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
    for (int i = 0; i < size; i++) {
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
