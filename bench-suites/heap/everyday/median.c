/* The median of the numbers on the standard input, one in a line. */
#include <stdio.h>
#include <stdlib.h>

struct numbers {
    long *items;
    size_t count, room;
};

static int add(struct numbers *numbers, long value)
{
    if (numbers->count == numbers->room) {
        size_t room = numbers->room == 0 ? 8 : numbers->room * 2;
        long *items = realloc(numbers->items, room * sizeof *items);
        if (items == NULL)
            return -1;
        numbers->items = items;
        numbers->room = room;
    }
    numbers->items[numbers->count++] = value;
    return 0;
}

static int compare(const void *left, const void *right)
{
    long a = *(const long *)left, b = *(const long *)right;

    return (a > b) - (a < b);
}

int main(void)
{
    struct numbers numbers = { NULL, 0, 0 };
    char line[64];

    while (fgets(line, sizeof line, stdin) != NULL) {
        char *end;
        long value = strtol(line, &end, 10);
        if (end == line)
            continue;
        if (add(&numbers, value) < 0) {
            fprintf(stderr, "out of memory\n");
            free(numbers.items);
            return 1;
        }
    }
    if (numbers.count == 0) {
        puts("no numbers");
        return 0;
    }
    qsort(numbers.items, numbers.count, sizeof *numbers.items, compare);
    printf("%ld\n", numbers.items[numbers.count / 2]);
    free(numbers.items);
    return 0;
}
