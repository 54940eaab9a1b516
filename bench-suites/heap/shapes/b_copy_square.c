/* Cells hold the squares of their indices, before and after a copy. */
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
    assume(0 <= size && size <= 10000);
    int *squares = malloc(size * sizeof(int)), *twin = malloc(size * sizeof(int));
    for (int i = 0; i < size; i++)
        squares[i] = i * i;
    for (int i = 0; i < size; i++)
        twin[i] = squares[i];
    for (int i = 0; i < size; i++)
        check(twin[i] == i * i);
    free(squares);
    free(twin);
    return 0;
}
