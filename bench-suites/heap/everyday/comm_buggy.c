/* comm A B: lines of two sorted files, in three columns. */
#include <stdio.h>
#include <string.h>

#define LINE_SIZE 120

static int next(FILE *file, char *line)
{
    if (fgets(line, LINE_SIZE, file) == NULL)
        return 0;
    line[strcspn(line, "\n")] = '\0';
    return 1;
}

int main(int argc, char **argv)
{
    char left[LINE_SIZE], right[LINE_SIZE];

    if (argc != 3) {
        fprintf(stderr, "usage: comm A B\n");
        return 2;
    }
    FILE *a = fopen(argv[1], "r");
    if (a == NULL) {
        perror(argv[1]);
        return 1;
    }
    FILE *b = fopen(argv[2], "r");
    int has_left = next(a, left), has_right = next(b, right);
    while (has_left || has_right) {
        int order = !has_left ? 1 : !has_right ? -1 : strcmp(left, right);
        if (order < 0) {
            printf("%s\n", left);
            has_left = next(a, left);
        } else if (order > 0) {
            printf("\t%s\n", right);
            has_right = next(b, right);
        } else {
            printf("\t\t%s\n", left);
            has_left = next(a, left);
            has_right = next(b, right);
        }
    }
    fclose(a);
    fclose(b);
    return 0;
}
