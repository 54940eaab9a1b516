/* Of the blocks in an array the first is never freed. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static void assume(int condition)
{
    if (!condition)
        abort();
}

int main(void)
{
    int size = __VERIFIER_nondet_int();
    assume(1 <= size && size <= 1000);
    int **blocks = malloc(size * sizeof(int *));
    for (int i = 0; i < size; i++)
        blocks[i] = malloc(sizeof(int));
    for (int i = 1; i < size; i++)
        free(blocks[i]);
    free(blocks);
    return 0;
}
