/* Messages go through a function of one's own to a buffer that is large enough. */
#include <stdarg.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

static void say(char *to, size_t room, const char *pattern, ...)
{
    va_list list;
    va_start(list, pattern);
    vsnprintf(to, room, pattern, list);
    va_end(list);
}

int main(void)
{
    char text[24];
    int number = __VERIFIER_nondet_int();
    say(text, sizeof text, "%s: %d", "number", number);
    fputs(text, stdout);
    return 0;
}
