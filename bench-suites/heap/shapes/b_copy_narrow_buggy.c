/* Values are copied through an array of short, which does not hold them all. */
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
    int *wide = malloc(size * sizeof(int));
    short *narrow = malloc(size * sizeof(short));
    for (int i = 0; i < size; i++) {
        wide[i] = __VERIFIER_nondet_int();
        narrow[i] = (short)wide[i];
    }
    for (int i = 0; i < size; i++)
        check(narrow[i] == wide[i]);
    free(wide);
    free(narrow);
    return 0;
}
