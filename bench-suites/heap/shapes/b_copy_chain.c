/* The contents go through a chain of four copies. */
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

static void copy(int *to, const int *from, int size)
{
    for (int i = 0; i < size; i++)
        to[i] = from[i];
}

int main(void)
{
    int size = __VERIFIER_nondet_int();
    assume(size >= 0 && size <= 1000000);
    int *a = malloc(size * sizeof(int)), *b = malloc(size * sizeof(int)), *c = malloc(size * sizeof(int)),
        *d = malloc(size * sizeof(int)), *e = malloc(size * sizeof(int));
    for (int i = 0; i < size; i++)
        a[i] = __VERIFIER_nondet_int();
    copy(b, a, size);
    copy(c, b, size);
    copy(d, c, size);
    copy(e, d, size);
    for (int i = 0; i < size; i++)
        check(e[i] == a[i]);
    free(a);
    free(b);
    free(c);
    free(d);
    free(e);
    return 0;
}
