/* Two reads of an unknown element give the same value. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

/* Any size for which the arithmetic of the program stays in range. */
static int some_size(void)
{
    int size = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= size && size <= 1000000);
    return size;
}

int main(void)
{
    int size = some_size();
    int things[2] = {0, 1};
    int **a = malloc(size * sizeof *a), **b = malloc(size * sizeof *b);
    for (int i = 0; i < size; i++)
        b[i] = &things[i % 2];
    for (int i = 0; i < size; i++) {
        if (__VERIFIER_nondet_int())
            a[i] = b[i];
        else
            a[i] = NULL;
    }
    int k = __VERIFIER_nondet_int();
    if (0 <= k && k < size) {
        int *x = a[k], *y = a[k];
        if (x != NULL)
            assert(y == b[k]);
        assert(x == y);
    }
    free(a);
    free(b);
    return 0;
}
