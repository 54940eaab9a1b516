/* The buffer has no room for long numbers, and nobody says how large it is. */
#include <stdarg.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

static void say(char *to, const char *pattern, ...)
{
    va_list list;
    va_start(list, pattern);
    vsprintf(to, pattern, list);
    va_end(list);
}

int main(void)
{
    char text[12];
    say(text, "%s: %d", "size", __VERIFIER_nondet_int());
    fputs(text, stdout);
    return 0;
}
