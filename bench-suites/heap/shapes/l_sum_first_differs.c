/* The sum begins anew in the first iteration, whatever it was. */
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
    assume(0 < size && size <= 100000);
    int *cells = malloc(size * sizeof(int));
    for (int i = 0; i < size; i++)
        cells[i] = 2;
    long long sum = __VERIFIER_nondet_int();
    for (int i = 0; i < size; i++)
        if (i == 0)
            sum = 0;
        else
            sum = sum + cells[i];
    check(sum == 2 * (size - 1));
    free(cells);
    return 0;
}
