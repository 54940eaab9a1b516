/* Parses options: -w WIDTH, -c (centre), -r (right), and prints lines aligned. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct options {
    int width;
    char align;
    int padding;
};

static int parse(int argc, char **argv, struct options *options)
{
    options->width = 72;
    options->align = 'l';
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-c") == 0) {
            options->align = 'c';
            options->padding = 0;
        } else if (strcmp(argv[i], "-r") == 0) {
            options->align = 'r';
        } else if (strcmp(argv[i], "-w") == 0 && i + 1 < argc) {
            options->width = atoi(argv[++i]);
            if (options->width < 1 || options->width > 200)
                return 0;
        } else {
            return 0;
        }
    }
    if (options->align == 'l')
        options->padding = 0;
    return 1;
}

int main(int argc, char **argv)
{
    struct options options;
    char line[256];

    if (!parse(argc, argv, &options)) {
        fprintf(stderr, "usage: align [-c | -r] [-w WIDTH]\n");
        return 2;
    }
    while (fgets(line, sizeof line, stdin)) {
        int length = (int)strcspn(line, "\n");
        int blanks = options.width > length ? options.width - length : 0;
        if (options.align == 'c')
            blanks /= 2;
        if (options.align == 'l')
            blanks = 0;
        if (blanks > options.padding)
            blanks -= options.padding;
        for (int i = 0; i < blanks; i++)
            putchar(' ');
        printf("%.*s\n", length, line);
    }
    return 0;
}
