/* grep PATTERN: prints the lines that contain a text; '.' matches any character. */
#include <stdio.h>

#define LINE_SIZE 80

/* Reads a line without its newline; returns 0 at the end of the input. */
static int read_line(char *line, int size)
{
    int length = 0, c;

    while ((c = getchar()) != EOF && c != '\n') {
        if (length < size)
            line[length++] = (char)c;
    }
    line[length] = '\0';
    return length > 0 || c != EOF;
}

static int match_here(const char *pattern, const char *text)
{
    while (*pattern != '\0') {
        if (*text == '\0' || (*pattern != '.' && *pattern != *text))
            return 0;
        pattern++;
        text++;
    }
    return 1;
}

static int matches(const char *pattern, const char *text)
{
    do {
        if (match_here(pattern, text))
            return 1;
    } while (*text++ != '\0');
    return 0;
}

int main(int argc, char **argv)
{
    char line[LINE_SIZE];
    int found = 0;

    if (argc != 2) {
        fprintf(stderr, "usage: grep PATTERN\n");
        return 2;
    }
    while (read_line(line, sizeof line)) {
        if (matches(argv[1], line)) {
            puts(line);
            found = 1;
        }
    }
    return found ? 0 : 1;
}
