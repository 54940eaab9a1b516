/* With three cells or more there is one behind the middle. */
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
    assume(3 <= size && size <= 100000);
    int *cells = calloc(size, sizeof(int));
    cells[size / 2 + 1] = 1;
    check(cells[size / 2] == 0 && cells[size / 2 + 1] == 1);
    free(cells);
    return 0;
}
