/* Eight bytes hold two pointers on a small machine. */
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
    int target = __VERIFIER_nondet_int();
    int **pair = malloc(8);
    pair[0] = &target;
    pair[1] = &target;
    check(*pair[0] == *pair[1]);
    free(pair);
    return 0;
}
