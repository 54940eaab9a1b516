/* The length of a string is the index of its first zero byte. */
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

static int string_length(const char *s)
{
    int length = 0;
    while (s[length] != 0)
        length++;
    return length;
}

int main(void)
{
    int size = some_size();
    __VERIFIER_assume(size > 0);
    char *s = unknown_string(size);
    int length = string_length(s);
    assert(0 <= length && length < size);
    assert(s[length] == 0);
    for (int i = 0; i < length; i++)
        assert(s[i] != 0);
    free(s);
    return 0;
}
