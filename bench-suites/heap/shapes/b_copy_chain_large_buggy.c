/* The second link of the chain leaves the last cell out. */
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

#define SIZE 100000

int main(void)
{
    static int a[SIZE], b[SIZE], c[SIZE];
    int seed = __VERIFIER_nondet_int();
    assume(seed > 0);
    for (int i = 0; i < SIZE; i++)
        a[i] = seed;
    for (int i = 0; i < SIZE; i++)
        b[i] = a[i];
    for (int i = 0; i < SIZE - 1; i++)
        c[i] = b[i];
    for (int i = 0; i < SIZE; i++)
        check(c[i] == a[i]);
    return 0;
}
