/* The block of bytes has a multiple of the size of an int. */
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
    char *bytes = malloc(size * sizeof(int));
    char *end = bytes + size * sizeof(int);
    for (int *p = (int *)bytes; (char *)p < end; p++)
        *p = 0;
    free(bytes);
    return 0;
}
