/* Addition by counting one number down, to any depth. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int add(int left, int right)
{
    if (right == 0)
        return left;
    return 1 + add(left, right - 1);
}

int main(void)
{
    int left = __VERIFIER_nondet_int(), right = __VERIFIER_nondet_int();
    if (left < 0 || left > 100000 || right < 0 || right > 100000)
        return 0;
    if (add(left, right) != left + right)
        reach_error();
    return 0;
}
