/* The limit is not that of the buffer. */
#include <stdio.h>

int main(void)
{
    char line[80];
    if (fgets(line, 100, stdin) == NULL)
        return 0;
    puts(line);
    return 0;
}
