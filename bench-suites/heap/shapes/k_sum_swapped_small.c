/* The sum of five values stays when two of them change places. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void check(int condition)
{
    if (!condition)
        reach_error();
}

#define SIZE 5

static long long sum(const int *values)
{
    long long total = 0;
    for (int i = 0; i < SIZE; i++)
        total += values[i];
    return total;
}

int main(void)
{
    int values[SIZE];
    for (int i = 0; i < SIZE; i++)
        values[i] = __VERIFIER_nondet_int();
    long long before = sum(values);
    int kept = values[0];
    values[0] = values[1];
    values[1] = kept;
    check(sum(values) == before);
    return 0;
}
