/* The check expects one element more to be set than there is. */
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

/* Sets the elements before `end`. */
static void init_partial(int *a, int end)
{
    for (int i = 0; i < end; i++)
        a[i] = -1;
}

int main(void)
{
    int size = some_size();
    int end = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= end && end < size);
    int *a = calloc(size, sizeof *a);
    init_partial(a, end);
    for (int i = 0; i <= end; i++)
        assert(a[i] == -1);
    for (int i = end; i < size; i++)
        assert(a[i] == 0);
    free(a);
    return 0;
}
