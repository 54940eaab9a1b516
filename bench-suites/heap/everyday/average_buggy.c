/* Averages of named series: lines "name value"; "= name" prints one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_SERIES 8

struct series {
    char name[12];
    long sum;
    int count;
};

static struct series all[MOST_SERIES];
static int used;

static struct series *find_or_add(const char *name)
{
    for (int i = 0; i < used; i++)
        if (strncmp(all[i].name, name, sizeof all[i].name - 1) == 0)
            return &all[i];
    if (used == MOST_SERIES)
        return NULL;
    struct series *series = &all[used++];
    strncpy(series->name, name, sizeof series->name - 1);
    return series;
}

int main(void)
{
    char line[80];

    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] == '=' && line[1] == ' ') {
            struct series *series = find_or_add(line + 2);
            if (series != NULL)
                printf("%s: %ld\n", series->name, series->sum / series->count);
            continue;
        }
        char *blank = strchr(line, ' ');
        if (blank == NULL)
            continue;
        *blank = '\0';
        long value = strtol(blank + 1, NULL, 10);
        struct series *series = find_or_add(line);
        if (series == NULL || value < -1000 || value > 1000 || series->count == 1000000)
            continue;
        series->sum += value;
        series->count++;
    }
    return 0;
}
