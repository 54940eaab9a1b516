/* A difference of all values depends on their order, other than a sum. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void check(int condition)
{
    if (!condition)
        reach_error();
}

#define SIZE 4

static long long difference(const int *values)
{
    long long total = values[0];
    for (int i = 1; i < SIZE; i++)
        total -= values[i];
    return total;
}

int main(void)
{
    int values[SIZE];
    for (int i = 0; i < SIZE; i++)
        values[i] = __VERIFIER_nondet_int();
    long long before = difference(values);
    int kept = values[0];
    values[0] = values[1];
    values[1] = kept;
    check(difference(values) == before);
    return 0;
}
