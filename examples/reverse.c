/* An array is copied in reverse order. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

int main(void)
{
    int size = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 < size && size <= 1000000);
    int *a = malloc(size * sizeof *a), *b = malloc(size * sizeof *b);
    for (int i = 0; i < size; i++)
        a[i] = __VERIFIER_nondet_int();
    for (int i = 0; i <= size; i++)
        b[i] = a[size - 1 - i];
    for (int i = 0; i < size; i++)
        assert(a[i] == b[size - 1 - i]);
    free(a);
    free(b);
    return 0;
}
