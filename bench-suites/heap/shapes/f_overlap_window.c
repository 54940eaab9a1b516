/* A window of three cells slides over the array, and each cell keeps the number of the last window. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

int main(void)
{
    int size = __VERIFIER_nondet_int();
    __VERIFIER_assume(3 <= size && size <= 100000);
    int *last = malloc(size * sizeof *last);
    for (int i = 0; i + 2 < size; i++) {
        last[i] = i;
        last[i + 1] = i;
        last[i + 2] = i;
    }
    for (int i = 0; i + 2 < size; i++)
        assert(last[i] == i);
    assert(last[size - 1] == size - 3 && last[size - 2] == size - 3);
    free(last);
    return 0;
}
