/* A pointer is set to null after its block was freed, and freeing null does nothing. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void check(int condition)
{
    if (!condition)
        reach_error();
}

int main(void)
{
    char *buffer = malloc(8);
    int status = __VERIFIER_nondet_int();
    if (status == 1) {
        free(buffer);
        buffer = NULL;
    }
    check(status != 1 || buffer == NULL);
    free(buffer);
    return 0;
}
