/* A negative number becomes a large unsigned long that no unsigned int holds. */
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
    int number = __VERIFIER_nondet_int();
    long same = number;
    check((unsigned long)same == (unsigned)number);
    return 0;
}
