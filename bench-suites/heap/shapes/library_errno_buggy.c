/* The number of the error is looked at after another function that may fail. */
#include <errno.h>
#include <stdio.h>
extern void __VERIFIER_assert(int condition);

int main(void)
{
    errno = 0;
    FILE *file = fopen("settings", "r");
    if (file != NULL)
        fclose(file);
    __VERIFIER_assert(errno == 0);
    return 0;
}
