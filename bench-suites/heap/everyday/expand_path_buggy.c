/* Replaces ~ and $NAME in paths from the standard input by settings from the command line. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define PATH_SIZE 128

static const char *lookup(char **settings, int count, const char *name, size_t length)
{
    for (int i = 0; i < count; i++)
        if (strncmp(settings[i], name, length) == 0 && settings[i][length] == '=')
            return settings[i] + length + 1;
    return "";
}

static int expand(const char *in, char *out, char **settings, int count)
{
    size_t used = 0;

    while (*in != '\0') {
        if (*in == '$') {
            size_t length = 0;
            in++;
            while (isalpha((unsigned char)in[length]))
                length++;
            const char *value = lookup(settings, count, in, length);
            size_t size = strlen(value);
            if (used + size > PATH_SIZE)
                return 0;
            memcpy(out + used, value, size);
            used += size;
            in += length;
        } else {
            if (used + 1 >= PATH_SIZE)
                return 0;
            out[used++] = *in++;
        }
    }
    out[used] = '\0';
    return 1;
}

int main(int argc, char **argv)
{
    char line[PATH_SIZE], path[PATH_SIZE];

    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        if (expand(line, path, argv + 1, argc > 0 ? argc - 1 : 0))
            puts(path);
        else
            fprintf(stderr, "too long\n");
    }
    return 0;
}
