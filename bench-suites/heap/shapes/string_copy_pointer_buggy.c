/* A string that fills its buffer has no room for the zero byte. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void assume(int condition)
{
    if (!condition)
        abort();
}

static void check(int condition)
{
    if (!condition)
        reach_error();
}

int main(void)
{
    char from[33], to[32];
    int length = __VERIFIER_nondet_int();
    assume(0 <= length && length <= 32);
    for (int i = 0; i < length; i++)
        from[i] = 'x';
    from[length] = '\0';
    const char *p = from;
    char *q = to;
    while ((*q++ = *p++) != '\0')
        ;
    check(q - to == length + 1);
    return 0;
}
