/* The gathered positions are one too far. */
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
    int *wide = malloc(6 * size * sizeof(int)), *narrow = malloc(size * sizeof(int));
    for (int i = 0; i < 6 * size; i++)
        wide[i] = __VERIFIER_nondet_int();
    for (int j = 0; j < size; j++)
        narrow[j] = wide[6 * j + 6];
    for (int j = 0; j < size; j++)
        check(narrow[j] == wide[6 * j + 6]);
    free(wide);
    free(narrow);
    return 0;
}
