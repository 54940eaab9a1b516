/* A word of an argument is not longer than the argument. */
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    char word[20];
    if (argc < 2 || strlen(argv[1]) >= sizeof word)
        return 0;
    if (sscanf(argv[1], "%s", word) == 1)
        puts(word);
    return 0;
}
