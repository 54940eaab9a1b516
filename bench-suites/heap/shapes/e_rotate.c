/* An array is rotated by one place with the help of another. */
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
    assume(1 <= size && size <= 100000);
    int *from = malloc(size * sizeof(int)), *to = malloc(size * sizeof(int));
    for (int i = 0; i < size; i++)
        from[i] = __VERIFIER_nondet_int();
    for (int i = 0; i + 1 < size; i++)
        to[i + 1] = from[i];
    to[0] = from[size - 1];
    check(to[0] == from[size - 1]);
    for (int i = 1; i < size; i++)
        check(to[i] == from[i - 1]);
    free(from);
    free(to);
    return 0;
}
