/* A signed bit-field of one bit holds 0 and -1. */
#include <stdio.h>

struct bits { int sign : 1; unsigned flag : 1; signed other : 1; _Bool truth : 1; int two : 2; };

int main(void)
{
    struct bits b = { 1, 1, 3, 7, 2 }, c = { .sign = 2 };
    int result = (c.other = 5);
    printf("%d %d %d %d %d %d %d %d\n", b.sign, b.flag, b.other, b.truth, b.two, c.sign, c.other, result);
    c.sign++;
    c.sign |= 1;
    c.flag += 3;
    printf("%d %d %d\n", c.sign, c.flag, c.sign < 0 && b.other == -1);
    return 0;
}
