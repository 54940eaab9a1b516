/* An int counter is compared with an unsigned limit. */
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
    unsigned limit = (unsigned)__VERIFIER_nondet_int();
    assume(limit <= 1000);
    int cells[1000];
    for (int i = 0; i < limit; i++)
        cells[i] = i;
    for (int i = 0; i < limit; i++)
        check(cells[i] == i);
    return 0;
}
