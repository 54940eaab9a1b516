/* Permissions as bits: "grant N", "revoke N", "show". */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned long permissions;

static int parse_bit(const char *text)
{
    char *end;
    long bit = strtol(text, &end, 10);

    if (end == text || bit < 0 || bit > 63)
        return -1;
    return (int)bit;
}

int main(void)
{
    char line[64];

    while (fgets(line, sizeof line, stdin)) {
        if (strncmp(line, "grant ", 6) == 0) {
            int bit = parse_bit(line + 6);
            if (bit >= 0)
                permissions |= 1ul << bit;
        } else if (strncmp(line, "revoke ", 7) == 0) {
            int bit = parse_bit(line + 7);
            if (bit >= 0)
                permissions &= ~(unsigned long)(1u << bit);
        } else if (strcmp(line, "show\n") == 0) {
            printf("%016lx\n", permissions);
        } else {
            puts("grant, revoke or show");
        }
    }
    return 0;
}
