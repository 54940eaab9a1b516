/* Decodes base64 lines. */
#include <stdio.h>
#include <string.h>

static signed char values[256];

static void make_values(void)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    memset(values, -1, sizeof values);
    for (int i = 0; i < 64; i++)
        values[(unsigned char)digits[i]] = (signed char)i;
}

static int decode_line(const char *line, unsigned char *out)
{
    unsigned buffer = 0;
    int bits = 0, length = 0;

    for (; *line != '\0' && *line != '\n' && *line != '='; line++) {
        char c = *line;
        if (values[(int)c] < 0)
            return -1;
        buffer = (buffer << 6 | (unsigned)values[(int)c]) & 0xffff;
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            out[length++] = (unsigned char)(buffer >> bits);
        }
    }
    return length;
}

int main(void)
{
    char line[80];
    unsigned char out[60];

    make_values();
    while (fgets(line, sizeof line, stdin)) {
        int length = decode_line(line, out);
        if (length < 0) {
            fprintf(stderr, "bad character\n");
            return 1;
        }
        fwrite(out, 1, (size_t)length, stdout);
    }
    return 0;
}
