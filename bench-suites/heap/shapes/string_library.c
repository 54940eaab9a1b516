/* Library functions on short constant strings. */
#include <string.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void check(int condition)
{
    if (!condition)
        reach_error();
}

int main(void)
{
    char line[16];
    int loud = __VERIFIER_nondet_int();
    strcpy(line, loud ? "HELLO" : "bye");
    strcat(line, "!");
    check(strlen(line) == (loud ? 6u : 4u));
    check(strchr(line, '!') == line + strlen(line) - 1);
    check(strcmp(line, "bye!") == 0 || loud);
    return 0;
}
