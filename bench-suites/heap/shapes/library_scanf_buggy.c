/* A word without a limit is read into a buffer of sixteen bytes. */
#include <stdio.h>

int main(void)
{
    char word[16];
    if (scanf("%s", word) != 1)
        return 0;
    puts(word);
    return 0;
}
