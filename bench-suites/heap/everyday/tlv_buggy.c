/* Walks over records of tag, length and value in a block from the standard input, and prints the texts. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define TEXT 0x54

static int32_t read_32(const unsigned char *from)
{
    uint32_t value = (uint32_t)from[0] << 24 | (uint32_t)from[1] << 16 | (uint32_t)from[2] << 8 | from[3];

    return (int32_t)value;
}

int main(void)
{
    static unsigned char block[1000];
    char text[64];
    int size = (int)fread(block, 1, sizeof block, stdin);
    int at = 0;

    while (at + 5 <= size) {
        int tag = block[at];
        int length = read_32(block + at + 1);
        at += 5;
        if (length > size - at) {
            fprintf(stderr, "a record is cut off\n");
            return 1;
        }
        if (tag == TEXT) {
            if (length >= (int)sizeof text) {
                fprintf(stderr, "a text is too long\n");
                return 1;
            }
            memcpy(text, block + at, (size_t)length);
            text[length] = '\0';
            puts(text);
        } else if (length < 0) {
            return 1;
        }
        at += length;
    }
    return 0;
}
