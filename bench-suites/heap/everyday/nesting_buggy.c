/* Checks that brackets are balanced, and says where they are not. */
#include <stdio.h>
#include <string.h>

#define MOST_DEPTH 40

struct open {
    char bracket;
    unsigned line;
};

int main(void)
{
    static const char opening[] = "([{", closing[] = ")]}";
    struct open stack[MOST_DEPTH];
    int depth = 0, c;
    unsigned line = 1;

    while ((c = getchar()) != EOF) {
        const char *found;
        if (c == '\n')
            line++;
        if (c == '\0')
            continue;
        if (strchr(opening, c) != NULL) {
            if (depth > MOST_DEPTH) {
                printf("line %u: too deep\n", line);
                return 2;
            }
            stack[depth].bracket = (char)c;
            stack[depth].line = line;
            depth++;
        } else if ((found = strchr(closing, c)) != NULL) {
            if (depth == 0) {
                printf("line %u: nothing is open\n", line);
                return 1;
            }
            depth--;
            if (stack[depth].bracket != opening[found - closing]) {
                printf("line %u: does not match line %u\n", line, stack[depth].line);
                return 1;
            }
        }
    }
    if (depth > 0)
        printf("line %u: never closed\n", stack[depth - 1].line);
    return depth > 0;
}
