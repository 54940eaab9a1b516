/* All ways out free the block. */
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
    int result = -1;
    if (size < 0)
        goto out;
    buffer[size % 16] = 1;
    result = 0;
out:
    free(buffer);
    return result;
}

int main(void)
{
    int size = __VERIFIER_nondet_int();
    check(process(size) == (size < 0 ? -1 : 0));
    return 0;
}
