/* Decodes percent-encoding in each line of the standard input, in place. */
#include <stdio.h>

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

/* The result is never longer than the text. */
static int decode(char *text)
{
    char *from = text, *to = text;

    while (*from != '\0') {
        if (*from == '+') {
            *to++ = ' ';
            from++;
        } else if (*from == '%') {
            int high = hex_digit(from[1]);
            int low = high < 0 ? -1 : hex_digit(from[2]);
            if (low < 0)
                return 0;
            *to++ = (char)(high * 16 + low);
            from += 3;
        } else {
            *to++ = *from++;
        }
    }
    *to = '\0';
    return 1;
}

int main(void)
{
    char line[1024];

    while (fgets(line, sizeof line, stdin)) {
        if (decode(line))
            fputs(line, stdout);
        else
            fprintf(stderr, "bad escape\n");
    }
    return 0;
}
