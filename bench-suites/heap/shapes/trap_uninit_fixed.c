/* A cell that nobody wrote has some value, which is the same at each read. */
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
    int size = __VERIFIER_nondet_int(), at = __VERIFIER_nondet_int();
    assume(0 <= at && at < size && size <= 100000);
    int *values = malloc(size * sizeof(int)), *copies = malloc(size * sizeof(int));
    for (int i = 0; i < size; i++)
        copies[i] = values[i];
    check(copies[at] == values[at]);
    free(values);
    free(copies);
    return 0;
}
