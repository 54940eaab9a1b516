/* An inventory: lines "name quantity price", then sorted by value, and searched. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_ITEMS 40

struct item {
    char name[20];
    unsigned quantity;
    unsigned price;
};

static int by_name(const void *left, const void *right)
{
    const struct item *a = left, *b = right;

    return strcmp(a->name, b->name);
}

int main(int argc, char **argv)
{
    struct item items[MOST_ITEMS];
    size_t count = 0;
    char line[120];

    while (count < MOST_ITEMS && fgets(line, sizeof line, stdin) != NULL) {
        struct item *item = &items[count];
        if (sscanf(line, "%19s %9u %9u", item->name, &item->quantity, &item->price) == 3)
            count++;
        else
            fprintf(stderr, "ignored: %s", line);
    }
    qsort(items, count, sizeof items[0], by_name);
    for (size_t i = 0; i < count; i++)
        printf("%-20s %6u %6u\n", items[i].name, items[i].quantity, items[i].price);

    if (argc > 1) {
        struct item key;
        memset(&key, 0, sizeof key);
        strncpy(key.name, argv[1], sizeof key.name - 1);
        const struct item *found = bsearch(&key, items, count, sizeof items[0], by_name);
        if (found == NULL) {
            puts("not found");
            return 1;
        }
        printf("%u of %s\n", found->quantity, found->name);
    }
    return 0;
}
