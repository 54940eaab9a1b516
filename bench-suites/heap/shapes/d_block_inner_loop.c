/* An inner loop goes backwards through each block of four. */
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
    int blocks = __VERIFIER_nondet_int();
    assume(0 <= blocks && blocks <= 10000);
    int *cells = malloc(4 * blocks * sizeof(int));
    for (int b = 1; b <= blocks; b++)
        for (int j = 4; j >= 1; j--)
            cells[4 * b - j] = j;
    for (int i = 0; i < 4 * blocks; i++)
        check(cells[i] == 4 - i % 4);
    free(cells);
    return 0;
}
