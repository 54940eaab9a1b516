/* All cells but one are copied. */
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
    int size = __VERIFIER_nondet_int(), hole = __VERIFIER_nondet_int();
    assume(0 <= hole && hole < size && size <= 100000);
    int *from = malloc(size * sizeof(int)), *to = calloc(size, sizeof(int));
    for (int i = 0; i < size; i++)
        from[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < size; i++)
        if (i != hole)
            to[i] = from[i];
    check(to[hole] == 0);
    for (int i = 0; i < size; i++)
        check(i == hole || to[i] == from[i]);
    free(from);
    free(to);
    return 0;
}
