/* The text is known, but one of its words is longer than its buffer. */
#include <stdio.h>

int main(void)
{
    char name[8], value[8];
    if (sscanf("name long-value", "%7s %s", name, value) == 2)
        puts(value);
    return 0;
}
