/* An unsigned number is never negative. */
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
    unsigned number = (unsigned)__VERIFIER_nondet_int();
    check(number >= 0);
    unsigned smaller = number - 1;
    check(number == 0 || smaller < number);
    return 0;
}
