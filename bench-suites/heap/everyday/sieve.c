/* Prints the primes up to a limit from the command line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    long limit = 100;

    if (argc > 1)
        limit = strtol(argv[1], NULL, 10);
    if (limit < 2 || limit > 10000000) {
        fprintf(stderr, "sieve: the limit must be from 2 to 10000000\n");
        return 1;
    }
    char *composite = malloc((size_t)limit + 1);
    if (composite == NULL) {
        fprintf(stderr, "sieve: out of memory\n");
        return 1;
    }
    memset(composite, 0, (size_t)limit + 1);
    for (long p = 2; p * p <= limit; p++) {
        if (composite[p])
            continue;
        for (long multiple = p * p; multiple <= limit; multiple += p)
            composite[multiple] = 1;
    }
    for (long n = 2; n <= limit; n++)
        if (!composite[n])
            printf("%ld\n", n);
    free(composite);
    return 0;
}
