/* Encodes the standard input as base64, in lines of 76 characters. */
#include <stdio.h>

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static void encode_group(const unsigned char in[3], size_t count, char out[4])
{
    out[0] = digits[in[0] >> 2];
    out[1] = digits[(in[0] & 0x03) << 4 | in[1] >> 4];
    out[2] = count > 1 ? digits[(in[1] & 0x0f) << 2 | in[2] >> 6] : '=';
    out[3] = count > 2 ? digits[in[2] & 0x3f] : '=';
}

int main(void)
{
    unsigned char group[3];
    char text[4];
    size_t count;
    int column = 0;

    for (;;) {
        group[0] = group[1] = group[2] = 0;
        count = fread(group, 1, sizeof group, stdin);
        if (count == 0)
            break;
        encode_group(group, count, text);
        for (int i = 0; i < 4; i++)
            putchar(text[i]);
        column += 4;
        if (column >= 76) {
            putchar('\n');
            column = 0;
        }
        if (count < sizeof group)
            break;
    }
    if (column > 0)
        putchar('\n');
    return 0;
}
