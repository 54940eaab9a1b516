/* Replaces tabs by blanks up to the next tab stop. */
#include <stdio.h>

#define WIDTH 8

int main(void)
{
    int column = 0;
    int c;

    while ((c = getchar()) != EOF) {
        switch (c) {
        case '\t':
            do {
                putchar(' ');
                column = (column + 1) % WIDTH;
            } while (column != 0);
            break;
        case '\n':
            putchar(c);
            column = 0;
            break;
        case '\b':
            putchar(c);
            if (column > 0)
                column--;
            break;
        default:
            putchar(c);
            column = (column + 1) % WIDTH;
        }
    }
    return 0;
}
