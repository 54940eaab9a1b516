/* Insertion sort puts any number of values in order. */
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
    assume(0 <= size && size <= 1000);
    int *values = malloc(size * sizeof(int));
    for (int i = 0; i < size; i++)
        values[i] = __VERIFIER_nondet_int();
    for (int i = 1; i < size; i++) {
        int moved = values[i], j = i;
        while (j > 0 && values[j - 1] > moved) {
            values[j] = values[j - 1];
            j--;
        }
        values[j] = moved;
    }
    for (int i = 0; i + 1 < size; i++)
        check(values[i] <= values[i + 1]);
    free(values);
    return 0;
}
