/* A histogram of differences between successive numbers, in classes. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#define CLASSES 10

int main(void)
{
    unsigned counts[CLASSES] = { 0 };
    char line[64];
    long previous = 0, value;
    int first = 1;

    while (fgets(line, sizeof line, stdin)) {
        char *end;
        value = strtol(line, &end, 10);
        if (end == line || value < -100000 || value > 100000)
            continue;
        if (!first) {
            int class = (int)(value - previous) / 10;
            counts[class % CLASSES]++;
        }
        previous = value;
        first = 0;
    }
    for (int i = 0; i < CLASSES; i++) {
        printf("%3d ", i);
        for (unsigned n = 0; n < counts[i] && n < 60; n++)
            putchar('*');
        putchar('\n');
    }
    return 0;
}
