/* As many bytes are looked at as were read. */
#include <stdio.h>

int main(void)
{
    unsigned char block[64];
    int zeros = 0;
    size_t size = fread(block, 1, sizeof block, stdin);
    for (size_t i = 0; i < size; i++)
        if (block[i] == 0)
            zeros++;
    return zeros > 0;
}
