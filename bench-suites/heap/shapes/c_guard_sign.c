/* A second array says of which sign the values of the first are. */
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
    int *values = malloc(size * sizeof(int)), *positive = malloc(size * sizeof(int));
    for (int i = 0; i < size; i++)
        values[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < size; i++)
        if (values[i] > 0)
            positive[i] = 1;
        else
            positive[i] = 0;
    for (int i = 0; i < size; i++)
        check(positive[i] == (values[i] >= 1));
    free(values);
    free(positive);
    return 0;
}
