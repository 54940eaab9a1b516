/* A number that is an input is taken for an address. */
#include <stdint.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static void assume(int condition)
{
    if (!condition)
        abort();
}

int main(void)
{
    int number = __VERIFIER_nondet_int();
    assume(number > 4096);
    int *somewhere = (int *)(intptr_t)number;
    *somewhere = 1;
    return 0;
}
