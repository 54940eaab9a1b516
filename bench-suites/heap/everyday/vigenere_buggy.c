/* The cipher of Vigenere: the letters of the key shift the letters of the text; other characters of the
 * key are ignored. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    int shifts[64];
    int length = 0, at = 0, c;

    if (argc != 2 || argv[1][0] == '\0') {
        fprintf(stderr, "usage: vigenere KEY\n");
        return 2;
    }
    for (const char *key = argv[1]; *key != '\0' && length < 64; key++)
        if (isalpha((unsigned char)*key))
            shifts[length++] = tolower((unsigned char)*key) - 'a';

    while ((c = getchar()) != EOF) {
        if (c >= 'a' && c <= 'z') {
            c = 'a' + (c - 'a' + shifts[at % length]) % 26;
            at = (at + 1) % length;
        }
        putchar(c);
    }
    return 0;
}
