/* cut FIELD [DELIMITER]: prints one field of every line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *find_field(const char *line, long field, char delimiter, size_t *length)
{
    const char *start = line;

    while (field > 1) {
        start = strchr(start, delimiter);
        if (start == NULL)
            return NULL;
        start++;
        field--;
    }
    const char *end = start;
    while (*end != '\0' && *end != '\n' && *end != delimiter)
        end++;
    *length = (size_t)(end - start);
    return start;
}

int main(int argc, char **argv)
{
    char line[512];
    char delimiter = '\t';

    if (argc < 2 || argc > 3) {
        fprintf(stderr, "usage: cut FIELD [DELIMITER]\n");
        return 2;
    }
    long field = strtol(argv[1], NULL, 10);
    if (field < 1) {
        fprintf(stderr, "cut: fields are numbered from 1\n");
        return 2;
    }
    if (argc == 3) {
        if (argv[2][0] == '\0' || argv[2][1] != '\0') {
            fprintf(stderr, "cut: the delimiter must be one character\n");
            return 2;
        }
        delimiter = argv[2][0];
    }
    while (fgets(line, sizeof line, stdin)) {
        size_t length = 0;
        const char *found = find_field(line, field, delimiter, &length);
        if (found != NULL)
            fwrite(found, 1, length, stdout);
        putchar('\n');
    }
    return 0;
}
