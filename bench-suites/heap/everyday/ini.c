/* Reads an INI file from the standard input and looks up section and key of the command line. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define MOST_ENTRIES 50
#define NAME_SIZE 24
#define VALUE_SIZE 64

struct entry {
    char section[NAME_SIZE];
    char key[NAME_SIZE];
    char value[VALUE_SIZE];
};

static struct entry entries[MOST_ENTRIES];
static int entry_count;

static char *trim(char *text)
{
    char *end;

    while (isspace((unsigned char)*text))
        text++;
    end = text + strlen(text);
    while (end > text && isspace((unsigned char)end[-1]))
        end--;
    *end = '\0';
    return text;
}

static void copy(char *to, const char *from, size_t size)
{
    strncpy(to, from, size - 1);
    to[size - 1] = '\0';
}

static int read_entries(FILE *in)
{
    char line[256], section[NAME_SIZE] = "";
    unsigned number = 0;

    while (fgets(line, sizeof line, in)) {
        char *text = trim(line);
        number++;
        if (*text == '\0' || *text == ';' || *text == '#')
            continue;
        if (*text == '[') {
            char *close = strchr(text, ']');
            if (close == NULL) {
                fprintf(stderr, "line %u: ] is missing\n", number);
                return -1;
            }
            *close = '\0';
            copy(section, trim(text + 1), sizeof section);
            continue;
        }
        char *equals = strchr(text, '=');
        if (equals == NULL || entry_count == MOST_ENTRIES) {
            fprintf(stderr, "line %u: not an entry, or too many\n", number);
            return -1;
        }
        *equals = '\0';
        struct entry *entry = &entries[entry_count++];
        copy(entry->section, section, sizeof entry->section);
        copy(entry->key, trim(text), sizeof entry->key);
        copy(entry->value, trim(equals + 1), sizeof entry->value);
    }
    return entry_count;
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: ini SECTION KEY\n");
        return 2;
    }
    if (read_entries(stdin) < 0)
        return 1;
    for (int i = 0; i < entry_count; i++) {
        if (strcmp(entries[i].section, argv[1]) == 0 && strcmp(entries[i].key, argv[2]) == 0) {
            puts(entries[i].value);
            return 0;
        }
    }
    return 1;
}
