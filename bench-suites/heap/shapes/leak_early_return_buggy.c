/* The way out of a bad case forgets the block. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void check(int condition)
{
    if (!condition)
        reach_error();
}

static int process(int size)
{
    char *buffer = malloc(16);
    if (size < 0)
        return -1;
    buffer[size % 16] = 1;
    free(buffer);
    return 0;
}

int main(void)
{
    int size = __VERIFIER_nondet_int();
    check(process(size) == (size < 0 ? -1 : 0));
    return 0;
}
