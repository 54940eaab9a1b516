/* Run-length decoding of a block of bytes: pairs of a count and a byte. */
#include <stdio.h>

#define BLOCK 256

/* Returns how many bytes there are in the block, or -1 if the input ends in the middle of a pair. */
static int decode_block(unsigned char *out, int room, int *carry_count, int *carry_byte)
{
    int length = 0;

    while (length < room) {
        if (*carry_count == 0) {
            int count = getchar();
            if (count == EOF)
                break;
            int byte = getchar();
            if (byte == EOF)
                return -1;
            *carry_count = count;
            *carry_byte = byte;
        }
        /* What does not fit is left for the next block. */
        int part = *carry_count;
        if (part > room - length)
            part = room - length + 1;
        for (int i = 0; i < part; i++)
            out[length + i] = (unsigned char)*carry_byte;
        length += part;
        *carry_count -= part;
    }
    return length;
}

int main(void)
{
    unsigned char block[BLOCK];
    int count = 0, byte = 0, length;

    do {
        length = decode_block(block, BLOCK, &count, &byte);
        if (length < 0) {
            fprintf(stderr, "the input ends too early\n");
            return 1;
        }
        fwrite(block, 1, (size_t)length, stdout);
    } while (length >= BLOCK);
    return 0;
}
