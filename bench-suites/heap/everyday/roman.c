/* Writes numbers from 1 to 3999 in Roman numerals. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    int value;
    const char *text;
} numerals[] = {
    { 1000, "M" }, { 900, "CM" }, { 500, "D" }, { 400, "CD" }, { 100, "C" }, { 90, "XC" }, { 50, "L" },
    { 40, "XL" }, { 10, "X" }, { 9, "IX" }, { 5, "V" }, { 4, "IV" }, { 1, "I" },
};

/* The longest is MMMDCCCLXXXVIII, 15 letters. */
static int to_roman(int number, char *out, size_t size)
{
    size_t length = 0;

    for (size_t i = 0; i < sizeof numerals / sizeof numerals[0]; i++) {
        size_t width = strlen(numerals[i].text);
        while (number >= numerals[i].value) {
            if (length + width + 1 > size)
                return 0;
            memcpy(out + length, numerals[i].text, width);
            length += width;
            number -= numerals[i].value;
        }
    }
    out[length] = '\0';
    return 1;
}

int main(int argc, char **argv)
{
    char text[16];

    for (int i = 1; i < argc; i++) {
        long number = strtol(argv[i], NULL, 10);
        if (number < 1 || number > 3999) {
            fprintf(stderr, "%s: no Roman numeral\n", argv[i]);
            continue;
        }
        if (to_roman((int)number, text, sizeof text))
            printf("%s\n", text);
    }
    return 0;
}
