/* The variable lives as long as the pointer to it is used. */
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
    int outer = 1, *p = &outer;
    if (__VERIFIER_nondet_int() > 4) {
        int inner = 2;
        p = &inner;
        *p = 3;
        check(inner == 3);
        p = &outer;
    }
    *p = 4;
    check(outer == 4);
    return 0;
}
