/* Every element gets the same constant. */
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

static void init(int *a, int size)
{
    for (int i = 0; i < size; i++)
        a[i] = 7;
}

int main(void)
{
    int size = some_size();
    int *a = malloc(size * sizeof *a);
    init(a, size);
    for (int i = 0; i < size; i++)
        assert(a[i] == 7);
    free(a);
    return 0;
}
