/* Lines are read, and the newline at their end is taken away. */
#include <stdio.h>
#include <string.h>
extern void __VERIFIER_assert(int condition);

int main(void)
{
    char line[80];
    FILE *file = fopen("lines", "r");
    if (file == NULL)
        return 1;
    if (fgets(line, sizeof line, file) != NULL) {
        size_t length = strlen(line);
        __VERIFIER_assert(length < 80);
        if (length > 0 && line[length - 1] == '\n')
            line[length - 1] = 0;
        puts(line);
    }
    fclose(file);
    return 0;
}
