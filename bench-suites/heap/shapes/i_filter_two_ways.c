/* Small values go to the front of a buffer and the others to its back, and they do not meet. */
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
    int size = __VERIFIER_nondet_int(), pivot = __VERIFIER_nondet_int();
    assume(0 <= size && size <= 100000);
    int *values = malloc(size * sizeof(int)), *parted = malloc(size * sizeof(int));
    for (int i = 0; i < size; i++)
        values[i] = __VERIFIER_nondet_int();
    int low = 0, high = size;
    for (int i = 0; i < size; i++)
        if (values[i] < pivot)
            parted[low++] = values[i];
        else
            parted[--high] = values[i];
    check(low == high);
    for (int i = 0; i < low; i++)
        check(parted[i] < pivot);
    for (int i = high; i < size; i++)
        check(parted[i] >= pivot);
    free(values);
    free(parted);
    return 0;
}
