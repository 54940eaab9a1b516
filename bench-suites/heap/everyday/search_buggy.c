/* Looks words up in a sorted dictionary by binary search. */
#include <stdio.h>
#include <string.h>

static const char *const words[] = {
    "apple", "banana", "cherry", "damson", "elder", "fig", "grape", "hazel", "lemon", "mango", "nut", "orange",
};

#define COUNT ((int)(sizeof words / sizeof words[0]))

static int find(const char *word)
{
    int low = 0, high = COUNT;

    while (low <= high) {
        int middle = low + (high - low) / 2;
        int order = strcmp(word, words[middle]);
        if (order == 0)
            return middle;
        if (order < 0)
            high = middle - 1;
        else
            low = middle + 1;
    }
    return -1;
}

int main(void)
{
    char line[60];

    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        int place = find(line);
        if (place < 0)
            printf("%s: unknown\n", line);
        else
            printf("%s: number %d\n", line, place + 1);
    }
    return 0;
}
