/* The number of bytes to copy is taken from the larger block. */
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);

static void assume(int condition)
{
    if (!condition)
        abort();
}

int main(void)
{
    int size = __VERIFIER_nondet_int();
    assume(1 <= size && size <= 100000);
    int *a = malloc((size + 1) * sizeof(int)), *b = malloc(size * sizeof(int));
    memset(a, 0, (size + 1) * sizeof(int));
    memcpy(b, a, (size + 1) * sizeof(int));
    free(a);
    free(b);
    return 0;
}
