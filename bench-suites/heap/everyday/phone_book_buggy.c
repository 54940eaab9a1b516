/* A phone book: names are cut to a fixed size. */
#include <stdio.h>
#include <string.h>

#define NAME_SIZE 12
#define MOST 20

struct person {
    char name[NAME_SIZE];
    char number[NAME_SIZE];
};

static struct person people[MOST];

int main(void)
{
    char line[128];
    int count = 0;

    while (count < MOST && fgets(line, sizeof line, stdin)) {
        char *comma = strchr(line, ',');
        if (comma == NULL)
            continue;
        *comma = '\0';
        char *number = comma + 1;
        number[strcspn(number, "\n")] = '\0';
        strncpy(people[count].name, line, sizeof people[count].name - 1);
        people[count].name[NAME_SIZE - 1] = '\0';
        strncpy(people[count].number, number, sizeof people[count].number);
        count++;
    }
    for (int i = 0; i < count; i++) {
        char shown[2 * NAME_SIZE];
        size_t used = strlen(people[i].name);
        memcpy(shown, people[i].name, used);
        shown[used++] = ' ';
        for (const char *digit = people[i].number; *digit != '\0'; digit++)
            shown[used++] = *digit;
        shown[used - 1] = shown[used - 1] == '\r' ? ' ' : shown[used - 1];
        printf("%.*s\n", (int)used, shown);
    }
    return 0;
}
