/* A block of bytes is walked through in steps of ints, and the last step is too long. */
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
    char *bytes = malloc(size);
    char *end = bytes + size;
    for (int *p = (int *)bytes; (char *)p < end; p++)
        *p = 0;
    free(bytes);
    return 0;
}
