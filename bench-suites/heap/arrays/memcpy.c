/* Bytes are copied from one block to another. */
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

static void *copy_bytes(void *to, const void *from, unsigned size)
{
    char *d = to;
    const char *s = from;
    for (unsigned i = 0; i < size; i++)
        d[i] = s[i];
    return to;
}

int main(void)
{
    int size = some_size();
    char *a = malloc(size), *b = malloc(size);
    for (int i = 0; i < size; i++)
        a[i] = (char)__VERIFIER_nondet_int();
    assert(copy_bytes(b, a, size) == b);
    for (int i = 0; i < size; i++)
        assert(b[i] == a[i]);
    free(a);
    free(b);
    return 0;
}
