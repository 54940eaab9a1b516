/* A string is copied with its zero byte. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

/* Any size for which the arithmetic of the program stays in range. */
static int some_size(void)
{
    int size = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= size && size <= 1000000);
    return size;
}

/* A string of unknown length in a buffer of this size: some zero byte ends it. */
static char *unknown_string(int size)
{
    char *s = malloc(size);
    for (int i = 0; i < size - 1; i++)
        s[i] = (char)__VERIFIER_nondet_int();
    s[size - 1] = 0;
    return s;
}

static char *string_copy(char *to, const char *from)
{
    int i = 0;
    while (from[i] != 0) {
        to[i] = from[i];
        i++;
    }
    to[i] = 0;
    return to;
}

int main(void)
{
    int size = some_size();
    __VERIFIER_assume(size > 0);
    char *s = unknown_string(size), *t = malloc(size);
    assert(string_copy(t, s) == t);
    int i;
    for (i = 0; s[i] != 0; i++)
        assert(t[i] == s[i]);
    assert(t[i] == 0);
    free(s);
    free(t);
    return 0;
}
