/* The cell behind the middle does not exist if there is only one. */
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
    assume(1 <= size && size <= 100000);
    int *cells = calloc(size, sizeof(int));
    cells[size / 2 + 1] = 1;
    free(cells);
    return 0;
}
