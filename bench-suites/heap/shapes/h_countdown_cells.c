/* Every cell is counted down to zero by an inner loop. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

int main(void)
{
    int size = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= size && size <= 1000);
    int *credits = malloc(size * sizeof *credits);
    for (int i = 0; i < size; i++) {
        credits[i] = __VERIFIER_nondet_int();
        __VERIFIER_assume(0 <= credits[i] && credits[i] <= 1000);
    }
    for (int i = 0; i < size; i++)
        while (credits[i] > 0)
            credits[i]--;
    for (int i = 0; i < size; i++)
        assert(credits[i] == 0);
    free(credits);
    return 0;
}
