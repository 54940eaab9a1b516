/* Numbers the lines of the standard input; with -b, only those that are not blank. */
#include <stdio.h>
#include <string.h>

#define LINE_SIZE 256

static int is_blank(const char *line)
{
    while (*line == ' ' || *line == '\t')
        line++;
    return *line == '\n' || *line == '\0';
}

int main(int argc, char **argv)
{
    char line[LINE_SIZE];
    unsigned long number = 1;
    int skip_blank = 0;
    int at_start = 1;

    if (argc > 2 || (argc == 2 && strcmp(argv[1], "-b") != 0)) {
        fprintf(stderr, "usage: %s [-b]\n", argc > 0 ? argv[0] : "nl");
        return 2;
    }
    if (argc == 2)
        skip_blank = 1;

    while (fgets(line, sizeof line, stdin) != NULL) {
        if (at_start) {
            if (skip_blank && is_blank(line))
                printf("       %s", line);
            else
                printf("%6lu\t%s", number++, line);
        } else {
            fputs(line, stdout);
        }
        /* A long line comes in several pieces. */
        at_start = strchr(line, '\n') != NULL;
    }
    return 0;
}
