/* All values are added and later taken away again. */
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
    int size = __VERIFIER_nondet_int();
    assume(0 <= size && size <= 100000);
    int *values = malloc(size * sizeof(int));
    long long sum = 0;
    for (int i = 0; i < size; i++) {
        values[i] = __VERIFIER_nondet_int();
        sum += values[i];
    }
    for (int i = 0; i < size; i++)
        sum -= values[i];
    check(sum == 0);
    free(values);
    return 0;
}
