/* A flag that is lowered by the first difference and never raised again tells whether two arrays are equal. */
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
    int *a = malloc(size * sizeof(int)), *b = malloc(size * sizeof(int));
    for (int i = 0; i < size; i++) {
        a[i] = __VERIFIER_nondet_int();
        b[i] = __VERIFIER_nondet_int();
    }
    int equal = 1;
    for (int i = 0; i < size; i++)
        if (a[i] != b[i])
            equal = 0;
    if (equal)
        for (int i = 0; i < size; i++)
            check(a[i] == b[i]);
    free(a);
    free(b);
    return 0;
}
