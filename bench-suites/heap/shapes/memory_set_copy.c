/* A block is set, copied and moved by the functions of the library. */
#include <stdlib.h>
#include <string.h>
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
    assume(1 <= size && size <= 100000);
    unsigned char *a = malloc(size), *b = malloc(size);
    memset(a, 7, size);
    memcpy(b, a, size);
    memmove(b + 1, b, size - 1);
    for (int i = 0; i < size; i++)
        check(a[i] == 7 && b[i] == 7);
    free(a);
    free(b);
    return 0;
}
