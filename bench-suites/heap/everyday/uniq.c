/* Drops repeated lines and says how often each one occurred. */
#include <stdio.h>
#include <string.h>

#define LINE_SIZE 128

static void chomp(char *line)
{
    size_t length = strlen(line);

    if (length > 0 && line[length - 1] == '\n')
        line[length - 1] = '\0';
}

int main(void)
{
    char previous[LINE_SIZE], line[LINE_SIZE];
    unsigned count = 0;

    while (fgets(line, sizeof line, stdin)) {
        chomp(line);
        if (count > 0 && strcmp(line, previous) == 0) {
            count++;
            continue;
        }
        if (count > 0)
            printf("%4u %s\n", count, previous);
        strcpy(previous, line);
        count = 1;
    }
    if (count > 0)
        printf("%4u %s\n", count, previous);
    return 0;
}
