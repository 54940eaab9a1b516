/* Loads records "id name" from a file into a list; a bad line is an error. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct record {
    struct record *next;
    long id;
    char *name;
};

static void free_records(struct record *records)
{
    while (records != NULL) {
        struct record *next = records->next;
        free(records->name);
        free(records);
        records = next;
    }
}

static struct record *parse(const char *line)
{
    struct record *record = malloc(sizeof *record);
    char *end;

    if (record == NULL)
        return NULL;
    record->next = NULL;
    record->id = strtol(line, &end, 10);
    if (end == line || *end != ' ') {
        free(record);
        return NULL;
    }
    record->name = malloc(strlen(end));
    if (record->name == NULL) {
        free(record);
        return NULL;
    }
    strcpy(record->name, end + 1);
    if (record->name[0] == '\0')
        return NULL;
    return record;
}

static int load(FILE *in, struct record **records)
{
    char line[100];

    while (fgets(line, sizeof line, in) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        struct record *record = parse(line);
        if (record == NULL)
            return 0;
        record->next = *records;
        *records = record;
    }
    return 1;
}

int main(void)
{
    struct record *records = NULL;
    int is_good = load(stdin, &records);

    for (struct record *record = records; is_good && record != NULL; record = record->next)
        printf("%ld %s\n", record->id, record->name);
    if (!is_good)
        fprintf(stderr, "a line is bad\n");
    free_records(records);
    return is_good ? 0 : 1;
}
