/* Values that fit into a short survive the copy through one. */
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
        int value = __VERIFIER_nondet_int();
        assume(-32768 <= value && value <= 32767);
        wide[i] = value;
        narrow[i] = (short)wide[i];
    }
    for (int i = 0; i < size; i++)
        check(narrow[i] == wide[i]);
    free(wide);
    free(narrow);
    return 0;
}
