/* Every copied value is raised by its index. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

int main(void)
{
    int size = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= size && size <= 100000);
    long long *from = malloc(size * sizeof *from), *to = malloc(size * sizeof *to);
    for (int i = 0; i < size; i++)
        from[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < size; i++)
        to[i] = from[i] + i;
    for (int i = 0; i < size; i++)
        assert(to[i] - from[i] == i);
    free(from);
    free(to);
    return 0;
}
