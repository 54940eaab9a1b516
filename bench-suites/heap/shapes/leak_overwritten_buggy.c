/* The only pointer to a block gets another value. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static void assume(int condition)
{
    if (!condition)
        abort();
}

int main(void)
{
    int rounds = __VERIFIER_nondet_int();
    assume(0 <= rounds && rounds <= 3);
    int *block = NULL;
    for (int i = 0; i < rounds; i++)
        block = malloc(sizeof(int));
    free(block);
    return 0;
}
