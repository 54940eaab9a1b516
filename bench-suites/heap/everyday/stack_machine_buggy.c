/* A stack machine with one-letter instructions: digits push, + and * compute, d duplicates, x exchanges,
 * p drops, . prints. */
#include <stdio.h>

#define DEPTH 32

static unsigned stack[DEPTH];
static int top;

static int need(int operands)
{
    if (top >= operands)
        return 1;
    fprintf(stderr, "stack underflow\n");
    return 0;
}

static int push(unsigned value)
{
    if (top == DEPTH) {
        fprintf(stderr, "stack overflow\n");
        return 0;
    }
    stack[top++] = value;
    return 1;
}

static int execute(int instruction)
{
    unsigned t;

    switch (instruction) {
    case '0': case '1': case '2': case '3': case '4':
    case '5': case '6': case '7': case '8': case '9':
        return push((unsigned)(instruction - '0'));
    case '+':
        if (!need(2))
            return 0;
        top--;
        stack[top - 1] += stack[top];
        return 1;
    case '*':
        if (!need(2))
            return 0;
        top--;
        stack[top - 1] *= stack[top];
        return 1;
    case 'd':
        return need(1) && push(stack[top - 1]);
    case 'x':
        if (!need(1))
            return 0;
        t = stack[top - 1];
        stack[top - 1] = stack[top - 2];
        stack[top - 2] = t;
        return 1;
    case 'p':
        if (!need(1))
            return 0;
        top--;
        return 1;
    case '.':
        if (!need(1))
            return 0;
        printf("%u\n", stack[--top]);
        return 1;
    default:
        return instruction == ' ' || instruction == '\n';
    }
}

int main(void)
{
    int c;

    while ((c = getchar()) != EOF)
        if (!execute(c))
            return 1;
    return 0;
}
