/* copy FROM TO: copies a file through a buffer, with all resources released in one place. */
#include <stdio.h>
#include <stdlib.h>

#define BUFFER_SIZE 4096

static int copy(FILE *from, FILE *to)
{
    char *buffer = malloc(BUFFER_SIZE);
    size_t count;
    int status = -1;

    if (buffer == NULL)
        return -1;
    while ((count = fread(buffer, 1, BUFFER_SIZE, from)) > 0) {
        if (fwrite(buffer, 1, count, to) != count) {
            fprintf(stderr, "cannot write\n");
            free(buffer);
            goto done;
        }
    }
    if (!ferror(from))
        status = 0;
done:
    free(buffer);
    return status;
}

int main(int argc, char **argv)
{
    int status = 1;

    if (argc != 3) {
        fprintf(stderr, "usage: copy FROM TO\n");
        return 2;
    }
    FILE *from = fopen(argv[1], "rb");
    if (from == NULL) {
        perror(argv[1]);
        return 1;
    }
    FILE *to = fopen(argv[2], "wb");
    if (to == NULL) {
        perror(argv[2]);
        fclose(from);
        return 1;
    }
    if (copy(from, to) == 0)
        status = 0;
    fclose(from);
    if (fclose(to) != 0)
        status = 1;
    return status;
}
