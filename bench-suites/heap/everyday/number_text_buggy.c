/* Prints numbers with separators between thousands. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void group(int number, char *out)
{
    char digits[11];
    int length, used = 0;

    sprintf(digits, "%d", number);
    length = (int)strlen(digits);
    for (int i = 0; i < length; i++) {
        out[used++] = digits[i];
        int left = length - 1 - i;
        if (left > 0 && left % 3 == 0 && digits[i] != '-')
            out[used++] = ',';
    }
    out[used] = '\0';
}

int main(void)
{
    char line[40], text[20];

    while (fgets(line, sizeof line, stdin)) {
        long value = strtol(line, NULL, 10);
        if (value < INT_MIN || value > INT_MAX) {
            puts("out of range");
            continue;
        }
        group((int)value, text);
        puts(text);
    }
    return 0;
}
