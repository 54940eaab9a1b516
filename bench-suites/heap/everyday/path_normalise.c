/* Removes "." and ".." and repeated slashes from absolute paths. */
#include <stdio.h>
#include <string.h>

#define PATH_SIZE 300

/* Writes at most as many characters as there are in the path. */
static void normalise(const char *path, char *out)
{
    size_t length = 0;

    while (*path != '\0') {
        while (*path == '/')
            path++;
        size_t part = strcspn(path, "/");
        if (part == 0)
            break;
        if (part == 1 && path[0] == '.') {
            /* The same folder. */
        } else if (part == 2 && path[0] == '.' && path[1] == '.') {
            while (length > 0 && out[--length] != '/')
                ;
        } else {
            out[length++] = '/';
            memcpy(out + length, path, part);
            length += part;
        }
        path += part;
    }
    if (length == 0)
        out[length++] = '/';
    out[length] = '\0';
}

int main(void)
{
    char line[PATH_SIZE], result[PATH_SIZE + 1];

    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] != '/') {
            fprintf(stderr, "not absolute: %s\n", line);
            continue;
        }
        normalise(line, result);
        puts(result);
    }
    return 0;
}
