/* tr FROM TO: replaces characters; ranges such as a-z are understood. */
#include <stdio.h>
#include <stdlib.h>

#define MOST 256

/* Writes the characters of a set and returns how many there are, or -1 if there are too many. */
static int expand(const char *set, unsigned char *out)
{
    int count = 0;

    while (*set != '\0') {
        unsigned char low = (unsigned char)set[0], high = low;
        if (set[1] == '-' && set[2] != '\0') {
            high = (unsigned char)set[2];
            set += 3;
        } else {
            set++;
        }
        for (int c = low; c <= high; c++) {
            if (count == MOST)
                return -1;
            out[count++] = (unsigned char)c;
        }
    }
    return count;
}

int main(int argc, char **argv)
{
    unsigned char from[MOST], to[MOST], map[256];
    int c;

    if (argc != 3) {
        fprintf(stderr, "usage: tr FROM TO\n");
        return EXIT_FAILURE;
    }
    int from_count = expand(argv[1], from);
    int to_count = expand(argv[2], to);
    if (from_count < 0 || to_count <= 0) {
        fprintf(stderr, "tr: a set is empty or too large\n");
        return EXIT_FAILURE;
    }
    for (int i = 0; i < 256; i++)
        map[i] = (unsigned char)i;
    for (int i = 0; i < from_count; i++)
        map[from[i]] = i < to_count ? to[i] : to[to_count - 1];

    while ((c = getchar()) != EOF)
        putchar(map[c]);
    return EXIT_SUCCESS;
}
