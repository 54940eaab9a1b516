/* An array of variable length that is at least one. */
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
    assume(1 <= size && size <= 10000);
    int cells[size];
    for (int i = 0; i < size; i++)
        cells[i] = size - i;
    check(cells[0] == size && cells[size - 1] == 1);
    check(sizeof cells == size * sizeof(int));
    return 0;
}
