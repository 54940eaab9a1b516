/* A buffer is on the stack if it is small, and is freed all the same. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static void assume(int condition)
{
    if (!condition)
        abort();
}

int main(void)
{
    char small[16];
    int size = __VERIFIER_nondet_int();
    assume(1 <= size && size <= 1000);
    char *buffer = size <= 16 ? small : malloc(size);
    buffer[size - 1] = 0;
    if (size > 8)
        free(buffer);
    return 0;
}
