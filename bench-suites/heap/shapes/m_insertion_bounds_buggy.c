/* Insertion sort tests the value before the index. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static void assume(int condition)
{
    if (!condition)
        abort();
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
        while (values[j - 1] > moved && j > 0) {
            values[j] = values[j - 1];
            j--;
        }
        values[j] = moved;
    }
    free(values);
    return 0;
}
