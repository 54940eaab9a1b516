/* Adds up the numbers in one column of a CSV file; fields may be quoted. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST_FIELDS 16
#define FIELD_SIZE 32
#define LINE_SIZE 400

struct record {
    int count;
    char fields[MOST_FIELDS][FIELD_SIZE];
};

/* Splits a line; characters and fields for which there is no room are dropped. */
static void split(const char *line, struct record *record)
{
    int quoted = 0;
    size_t length = 0;

    record->count = 0;
    for (;; line++) {
        char c = *line;
        if (c == '"') {
            quoted = !quoted;
        } else if (c == '\0' || c == '\n' || (c == ',' && !quoted)) {
            record->fields[record->count][length] = '\0';
            record->count++;
            length = 0;
            if (c != ',' || record->count == MOST_FIELDS)
                return;
        } else if (length < FIELD_SIZE - 1) {
            record->fields[record->count][length++] = c;
        }
    }
}

int main(int argc, char **argv)
{
    static struct record record;
    char line[LINE_SIZE];
    long sum = 0;
    long column = argc > 1 ? strtol(argv[1], NULL, 10) : 1;

    if (column < 1 || column > MOST_FIELDS) {
        fprintf(stderr, "bad column\n");
        return 1;
    }
    while (fgets(line, sizeof line, stdin) != NULL) {
        char *end;
        split(line, &record);
        if (record.count < column)
            continue;
        const char *field = record.fields[column - 1];
        long value = strtol(field, &end, 10);
        if (end == field)
            continue;
        if ((value > 0 && sum > LONG_MAX - value) || (value < 0 && sum < LONG_MIN - value)) {
            fprintf(stderr, "the sum is too large\n");
            return 1;
        }
        sum += value;
    }
    printf("%ld\n", sum);
    return 0;
}
