/* A large array goes through a chain of three copies. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void check(int condition)
{
    if (!condition)
        reach_error();
}

#define SIZE 100000

int main(void)
{
    static int a[SIZE], b[SIZE], c[SIZE], d[SIZE];
    for (int i = 0; i < SIZE; i++)
        a[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < SIZE; i++)
        b[i] = a[i];
    for (int i = 0; i < SIZE; i++)
        c[i] = b[i];
    for (int i = 0; i < SIZE; i++)
        d[i] = c[i];
    for (int i = 0; i < SIZE; i++)
        check(d[i] == a[i]);
    return 0;
}
