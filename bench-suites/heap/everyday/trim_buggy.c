/* Prints the standard input without blanks at the end of lines, and without empty lines at the end. */
#include <stdio.h>
#include <string.h>

static void trim_end(char *line)
{
    size_t end = strlen(line) - 1;

    if (line[end] == '\n')
        end--;
    while (end > 0 && (line[end] == ' ' || line[end] == '\t'))
        end--;
    line[end + 1] = '\0';
}

int main(void)
{
    char line[300];
    unsigned long empty = 0;

    while (fgets(line, sizeof line, stdin) != NULL) {
        if (line[0] == '\n') {
            empty++;
            continue;
        }
        for (; empty > 0; empty--)
            putchar('\n');
        trim_end(line);
        puts(line);
    }
    return 0;
}
