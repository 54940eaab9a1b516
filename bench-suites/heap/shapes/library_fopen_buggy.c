/* Nobody looks whether the file could be opened. */
#include <stdio.h>

int main(void)
{
    FILE *file = fopen("lines", "r");
    int first = fgetc(file);
    fclose(file);
    return first == 'x';
}
