/* A large array is reversed into another and back. */
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
    static int a[SIZE], b[SIZE], c[SIZE];
    for (int i = 0; i < SIZE; i++)
        a[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < SIZE; i++)
        b[i] = a[SIZE - 1 - i];
    for (int i = 0; i < SIZE; i++)
        c[SIZE - 1 - i] = b[i];
    for (int i = 0; i < SIZE; i++)
        check(c[i] == a[i]);
    return 0;
}
