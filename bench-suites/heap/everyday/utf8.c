/* Prints the code points of UTF-8 text; what is not well formed is replaced. */
#include <stdint.h>
#include <stdio.h>

#define REPLACEMENT 0xfffd

/* Reads one code point and returns how many bytes it has. There is at least one byte. */
static size_t decode(const unsigned char *text, size_t length, uint32_t *point)
{
    static const uint32_t least[5] = { 0, 0, 0x80, 0x800, 0x10000 };
    size_t width;
    uint32_t value;

    if (text[0] < 0x80) {
        *point = text[0];
        return 1;
    } else if ((text[0] & 0xe0) == 0xc0) {
        width = 2;
        value = text[0] & 0x1f;
    } else if ((text[0] & 0xf0) == 0xe0) {
        width = 3;
        value = text[0] & 0x0f;
    } else if ((text[0] & 0xf8) == 0xf0) {
        width = 4;
        value = text[0] & 0x07;
    } else {
        *point = REPLACEMENT;
        return 1;
    }
    for (size_t i = 1; i < width; i++) {
        if (i >= length || (text[i] & 0xc0) != 0x80) {
            *point = REPLACEMENT;
            return i;
        }
        value = value << 6 | (text[i] & 0x3f);
    }
    if (value < least[width] || value > 0x10ffff || (value >= 0xd800 && value < 0xe000))
        value = REPLACEMENT;
    *point = value;
    return width;
}

int main(void)
{
    unsigned char text[4096];
    size_t length = fread(text, 1, sizeof text, stdin);
    size_t at = 0;

    while (at < length) {
        uint32_t point;
        at += decode(text + at, length - at, &point);
        printf("U+%04X\n", (unsigned)point);
    }
    return 0;
}
