/* A search from behind gives the last match, or -1. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

int main(void)
{
    int size = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= size && size <= 100000);
    char *path = malloc(size);
    for (int i = 0; i < size; i++)
        path[i] = (char)__VERIFIER_nondet_int();
    int slash = size - 1;
    while (slash >= 0 && path[slash] != '/')
        slash--;
    assert(-1 <= slash && slash < size);
    assert(slash == -1 || path[slash] == '/');
    for (int i = slash + 1; i < size; i++)
        assert(path[i] != '/');
    free(path);
    return 0;
}
