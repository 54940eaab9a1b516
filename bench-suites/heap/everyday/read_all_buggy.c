/* Reads all lines, then prints them in reverse order. */
#include <stdio.h>
#include <stdlib.h>

/* Reads one line of any length; NULL at the end of the input. */
static char *read_line(void)
{
    size_t room = 32, length = 0;
    char *line = malloc(room);
    int c;

    if (line == NULL)
        return NULL;
    while ((c = getchar()) != EOF && c != '\n') {
        if (length == room) {
            char *grown = realloc(line, room + 32);
            if (grown == NULL)
                break;
            line = grown;
            room += 32;
        }
        line[length++] = (char)c;
    }
    if (c == EOF && length == 0) {
        free(line);
        return NULL;
    }
    line[length] = '\0';
    return line;
}

int main(void)
{
    char *lines[100];
    int count = 0;

    while (count < 100 && (lines[count] = read_line()) != NULL)
        count++;
    while (count > 0) {
        count--;
        puts(lines[count]);
        free(lines[count]);
    }
    return 0;
}
