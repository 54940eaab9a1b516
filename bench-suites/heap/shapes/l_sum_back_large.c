/* A large array of small values is added up and taken away again. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void check(int condition)
{
    if (!condition)
        reach_error();
}

#define SIZE 100000

signed char values[SIZE];

int main(void)
{
    int sum = 0;
    for (int i = 0; i < SIZE; i++)
        values[i] = (signed char)__VERIFIER_nondet_int();
    for (int i = 0; i < SIZE; i++)
        sum += values[i];
    for (int i = 0; i < SIZE; i++)
        sum -= values[i];
    check(sum == 0);
    return 0;
}
