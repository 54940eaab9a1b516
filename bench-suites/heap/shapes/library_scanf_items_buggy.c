/* Nobody looks whether a number could be read. */
#include <stdio.h>

int main(void)
{
    int number;
    scanf("%d", &number);
    if (number > 0)
        puts("positive");
    return 0;
}
