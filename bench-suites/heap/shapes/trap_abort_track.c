/* What is allocated when the program gives up is not lost. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void check(int condition)
{
    if (!condition)
        reach_error();
}

int main(void)
{
    int *cell = malloc(sizeof(int));
    *cell = __VERIFIER_nondet_int();
    if (*cell == 7)
        abort();
    check(*cell != 7);
    free(cell);
    return 0;
}
