/* Each round writes two cells and the next one overwrites the second: only the last one stays. */
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
    assume(2 <= size && size <= 100000);
    int *cells = malloc(size * sizeof(int));
    for (int i = 0; i + 1 < size; i++) {
        cells[i] = 0;
        cells[i + 1] = 1;
    }
    for (int i = 0; i + 1 < size; i++)
        check(cells[i] == 0);
    check(cells[size - 1] == 1);
    free(cells);
    return 0;
}
