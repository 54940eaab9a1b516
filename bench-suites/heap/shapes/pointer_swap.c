/* Two pointers change places through pointers to them. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void check(int condition)
{
    if (!condition)
        reach_error();
}

static void swap(int **a, int **b)
{
    int *kept = *a;
    *a = *b;
    *b = kept;
}

int main(void)
{
    int one = __VERIFIER_nondet_int(), two = __VERIFIER_nondet_int();
    int *p = &one, *q = &two;
    if (__VERIFIER_nondet_int())
        swap(&p, &q);
    check(p != q);
    *p = 1;
    *q = 2;
    check(p == &one ? one == 1 && two == 2 : one == 2 && two == 1);
    return 0;
}
