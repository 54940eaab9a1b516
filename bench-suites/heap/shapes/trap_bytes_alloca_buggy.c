/* The same with memory on the stack. */
#include <alloca.h>
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
    assume(1 <= size && size <= 1000);
    int *cells = alloca(size);
    int i = 0;
    while (i < size) {
        cells[i] = 0;
        i++;
    }
    return 0;
}
