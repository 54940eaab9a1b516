/* All bytes are looked at, whether they were read or not. */
#include <stdio.h>

int main(void)
{
    unsigned char block[64];
    int zeros = 0;
    if (fread(block, 1, sizeof block, stdin) == 0)
        return 0;
    for (size_t i = 0; i < sizeof block; i++)
        if (block[i] == 0)
            zeros++;
    return zeros > 0;
}
