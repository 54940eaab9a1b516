/* A calculator in reverse Polish notation; each line is one expression. */
#include <ctype.h>
#include <limits.h>
#include <stdio.h>

#define DEPTH 20

static long stack[DEPTH];
static int depth;

static const char *push(long value)
{
    if (depth == DEPTH)
        return "too deep";
    stack[depth++] = value;
    return NULL;
}

static const char *apply(char op)
{
    if (depth < 2)
        return "an operand is missing";
    long right = stack[--depth], left = stack[--depth], result;
    switch (op) {
    case '+':
        if (__builtin_add_overflow(left, right, &result))
            return "overflow";
        break;
    case '-':
        if (__builtin_sub_overflow(left, right, &result))
            return "overflow";
        break;
    case '*':
        if (__builtin_mul_overflow(left, right, &result))
            return "overflow";
        break;
    case '/':
        if (right == 0 || (right == -1 && left == LONG_MIN))
            return "cannot divide";
        result = left / right;
        break;
    default:
        return "what?";
    }
    return push(result);
}

static const char *evaluate(const char *text)
{
    const char *error = NULL;

    depth = 0;
    while (*text != '\0' && error == NULL) {
        if (isspace((unsigned char)*text)) {
            text++;
        } else if (isdigit((unsigned char)*text)) {
            long value = 0;
            for (; isdigit((unsigned char)*text); text++) {
                int digit = *text - '0';
                if (value > (LONG_MAX - digit) / 10)
                    return "a number is too large";
                value = 10 * value + digit;
            }
            error = push(value);
        } else {
            error = apply(*text++);
        }
    }
    if (error == NULL && depth != 1)
        error = "not one result";
    return error;
}

int main(void)
{
    char line[160];

    while (fgets(line, sizeof line, stdin)) {
        const char *error = evaluate(line);
        if (error != NULL)
            printf("error: %s\n", error);
        else
            printf("%ld\n", stack[0]);
    }
    return 0;
}
