/* A loop that may not run at all leaves the pointer null. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void assume(int condition)
{
    if (!condition)
        abort();
}

static void check(int condition)
{
    if (!condition)
        reach_error();
}

int main(void)
{
    int values[8], count = __VERIFIER_nondet_int();
    assume(0 <= count && count <= 8);
    int *last = NULL;
    for (int i = 0; i < count; i++) {
        values[i] = i;
        last = &values[i];
    }
    check(*last == count - 1);
    return 0;
}
