/* Only positive values are marked, and the mark of another is read though nobody set it. */
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
    int *values = malloc(size * sizeof(int)), *positive = malloc(size * sizeof(int));
    for (int i = 0; i < size; i++) {
        values[i] = __VERIFIER_nondet_int();
        if (values[i] > 0)
            positive[i] = 1;
    }
    int marked = 0;
    for (int i = 0; i < size; i++)
        if (positive[i])
            marked++;
    check(marked <= size);
    free(values);
    free(positive);
    return 0;
}
