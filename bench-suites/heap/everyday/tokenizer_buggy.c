/* Splits the standard input into identifiers, numbers, strings and operators. */
#include <ctype.h>
#include <stdio.h>

#define TOKEN_SIZE 32

enum kind { END, NAME, NUMBER, STRING, OPERATOR, BAD };

static int pushed_back = -2;

static int read_char(void)
{
    int c = pushed_back;

    if (c == -2)
        return getchar();
    pushed_back = -2;
    return c;
}

static enum kind next_token(char *token)
{
    size_t length = 0;
    int c = read_char();

    while (c == ' ' || c == '\t' || c == '\n')
        c = read_char();
    token[0] = '\0';
    if (c == EOF)
        return END;
    if (isalpha(c) || c == '_') {
        do {
            if (length < TOKEN_SIZE - 1)
                token[length++] = (char)c;
            c = read_char();
        } while (c != EOF && (isalnum(c) || c == '_'));
        pushed_back = c;
        token[length] = '\0';
        return NAME;
    }
    if (isdigit(c)) {
        do {
            if (length == TOKEN_SIZE - 1)
                return BAD;
            token[length++] = (char)c;
            c = read_char();
        } while (c != EOF && isdigit(c));
        pushed_back = c;
        token[length] = '\0';
        return NUMBER;
    }
    if (c == '"') {
        while ((c = read_char()) != '"') {
            if (c == EOF || c == '\n')
                return BAD;
            if (c == '\\') {
                c = read_char();
                if (c == EOF)
                    return BAD;
            }
            token[length++] = (char)c;
            if (length > TOKEN_SIZE)
                return BAD;
        }
        token[length] = '\0';
        return STRING;
    }
    token[0] = (char)c;
    token[1] = '\0';
    return ispunct(c) ? OPERATOR : BAD;
}

int main(void)
{
    static const char *const names[] = { "end", "name", "number", "string", "operator", "bad" };
    char token[TOKEN_SIZE];
    enum kind kind;

    do {
        kind = next_token(token);
        printf("%s %s\n", names[kind], kind == BAD ? "" : token);
    } while (kind != END && kind != BAD);
    return kind == BAD;
}
