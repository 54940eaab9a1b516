/* Removes C comments from the standard input; strings and character constants are left alone. */
#include <stdio.h>

enum state { CODE, SLASH, BLOCK, STAR, LINE, STRING, CHARACTER };

int main(void)
{
    enum state state = CODE;
    int c;

    while ((c = getchar()) != EOF) {
        switch (state) {
        case SLASH:
            if (c == '*') {
                state = BLOCK;
                break;
            }
            if (c == '/') {
                state = LINE;
                break;
            }
            putchar('/');
            state = CODE;
            /* fall through */
        case CODE:
            if (c == '/') {
                state = SLASH;
                break;
            }
            if (c == '"')
                state = STRING;
            else if (c == '\'')
                state = CHARACTER;
            putchar(c);
            break;
        case BLOCK:
            if (c == '*')
                state = STAR;
            break;
        case STAR:
            if (c == '/') {
                putchar(' ');
                state = CODE;
            } else if (c != '*') {
                state = BLOCK;
            }
            break;
        case LINE:
            if (c == '\n') {
                putchar(c);
                state = CODE;
            }
            break;
        case STRING:
        case CHARACTER:
            putchar(c);
            if (c == '\\') {
                if ((c = getchar()) == EOF)
                    return 1;
                putchar(c);
            } else if (c == (state == STRING ? '"' : '\'')) {
                state = CODE;
            }
            break;
        }
    }
    if (state == SLASH)
        putchar('/');
    return state == BLOCK || state == STAR;
}
