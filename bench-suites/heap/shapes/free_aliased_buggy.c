/* The elements of an array may be the same block, which is then freed twice. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int *pair[2];
    pair[0] = malloc(sizeof(int));
    pair[1] = __VERIFIER_nondet_int() ? malloc(sizeof(int)) : pair[0];
    for (int i = 0; i < 2; i++)
        free(pair[i]);
    return 0;
}
