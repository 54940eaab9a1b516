/* The number of the last error stays until a library function is called that may fail. */
#include <errno.h>
#include <stdlib.h>
extern void __VERIFIER_assert(int condition);

int main(int argc, char **argv)
{
    if (argc < 2)
        return 0;
    errno = 0;
    long value = strtol(argv[1], NULL, 10);
    if (errno != 0)
        return 1;
    int saved = errno;
    errno = EINVAL;
    __VERIFIER_assert(errno == EINVAL && saved == 0);
    return value == 0;
}
