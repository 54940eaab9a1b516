/* Halves of a small array are filled by recursion. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void check(int condition)
{
    if (!condition)
        reach_error();
}

static void fill(int *cells, int size, int value)
{
    if (size == 1) {
        cells[0] = value;
    } else if (size > 1) {
        fill(cells, size / 2, value);
        fill(cells + size / 2, size - size / 2, value);
    }
}

int main(void)
{
    int cells[7], value = __VERIFIER_nondet_int();
    fill(cells, 7, value);
    for (int i = 0; i < 7; i++)
        check(cells[i] == value);
    return 0;
}
