/* Prints the last lines of the standard input: tail [N]. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_LINES 64
#define LINE_SIZE 200

static char *copy_of(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);

    if (copy == NULL) {
        fprintf(stderr, "tail: out of memory\n");
        exit(1);
    }
    memcpy(copy, text, size);
    return copy;
}

int main(int argc, char *argv[])
{
    char *ring[MOST_LINES] = { NULL };
    char line[LINE_SIZE];
    long wanted = 10;
    size_t next = 0;

    if (argc > 1) {
        char *end;
        wanted = strtol(argv[1], &end, 10);
        if (*argv[1] == '\0' || *end != '\0' || wanted < 1 || wanted > MOST_LINES) {
            fprintf(stderr, "tail: a number from 1 to %d, please\n", MOST_LINES);
            return 1;
        }
    }
    while (fgets(line, sizeof line, stdin) != NULL) {
        free(ring[next]);
        ring[next] = copy_of(line);
        next = (next + 1) % (size_t)wanted;
    }
    for (long i = 0; i < wanted; i++) {
        if (ring[next] != NULL) {
            fputs(ring[next], stdout);
            free(ring[next]);
        }
        next = (next + 1) % (size_t)wanted;
    }
    return 0;
}
