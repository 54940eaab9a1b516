/* The difference of two arrays is computed twice and is the same. */
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

#define SIZE 40

int main(void)
{
    int a[SIZE], b[SIZE], first[SIZE], second[SIZE];
    for (int i = 0; i < SIZE; i++) {
        a[i] = __VERIFIER_nondet_int();
        assume(-1000 <= a[i] && a[i] <= 1000);
        b[i] = __VERIFIER_nondet_int();
        assume(-1000 <= b[i] && b[i] <= 1000);
    }
    for (int i = 0; i < SIZE; i++)
        first[i] = a[i] - b[i];
    for (int i = SIZE - 1; i >= 0; i--)
        second[i] = b[i] - a[i];
    for (int i = 0; i < SIZE; i++)
        check(first[i] == -second[i]);
    return 0;
}
