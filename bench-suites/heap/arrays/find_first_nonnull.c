/* The index of the first pointer that is not null, or -1 if all are. */
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

static int find_first_nonnull(int **a, int size)
{
    for (int i = 0; i < size; i++)
        if (a[i] != NULL)
            return i;
    return -1;
}

int main(void)
{
    static int thing;
    int size = some_size();
    int **a = malloc(size * sizeof *a);
    for (int i = 0; i < size; i++)
        a[i] = __VERIFIER_nondet_int() ? &thing : NULL;
    int index = find_first_nonnull(a, size);
    assert(-1 <= index && index < size);
    if (index >= 0)
        assert(a[index] != NULL);
    int end = index >= 0 ? index : size;
    for (int i = 0; i < end; i++)
        assert(a[i] == NULL);
    free(a);
    return 0;
}
