/* An error path frees a block that the end of the function frees again. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    char *buffer = malloc(8);
    int status = __VERIFIER_nondet_int();
    if (status == 1)
        free(buffer);
    free(buffer);
    return 0;
}
