/* Reads the whole input, remembers where the longest word is, and prints it. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    size_t room = 16, length = 0, word = 0, longest_length = 0;
    char *text = malloc(room);
    const char *longest = text;
    int c;

    if (text == NULL)
        return 1;
    while ((c = getchar()) != EOF && length < 1000000) {
        if (length + 1 >= room) {
            char *grown = realloc(text, 2 * room);
            if (grown == NULL) {
                free(text);
                return 1;
            }
            text = grown;
            room *= 2;
        }
        text[length++] = (char)c;
        if (isspace(c)) {
            word = length;
        } else if (length - word > longest_length) {
            longest = text + word;
            longest_length = length - word;
        }
    }
    text[length] = '\0';
    for (size_t i = 0; i < longest_length; i++)
        putchar(longest[i]);
    putchar('\n');
    free(text);
    return 0;
}
