/* A set of numbers below 1000 as bits: "+N" adds, "-N" removes, "?N" asks. */
#include <stdio.h>
#include <stdlib.h>

#define MEMBERS 1000
#define WORD_BITS 32

static unsigned set[MEMBERS / WORD_BITS];

static int contains(unsigned n)
{
    return (set[n / WORD_BITS] >> (n % WORD_BITS)) & 1u;
}

int main(void)
{
    char line[32];

    while (fgets(line, sizeof line, stdin)) {
        char *end;
        if (line[0] == '\0')
            continue;
        unsigned long n = strtoul(line + 1, &end, 10);
        if (end == line + 1 || n >= MEMBERS) {
            fprintf(stderr, "not a number below %d\n", MEMBERS);
            continue;
        }
        switch (line[0]) {
        case '+':
            set[n / WORD_BITS] |= 1u << (n % WORD_BITS);
            break;
        case '-':
            set[n / WORD_BITS] &= ~(1u << (n % WORD_BITS));
            break;
        case '?':
            puts(contains((unsigned)n) ? "yes" : "no");
            break;
        default:
            fprintf(stderr, "what?\n");
        }
    }
    unsigned count = 0;
    for (size_t i = 0; i < sizeof set / sizeof set[0]; i++)
        for (unsigned word = set[i]; word != 0; word &= word - 1)
            count++;
    printf("%u members\n", count);
    return 0;
}
