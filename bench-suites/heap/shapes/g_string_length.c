/* The length of a string is measured by a pointer that runs to its zero byte. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

static int length(const char *text)
{
    const char *end = text;
    while (*end)
        end++;
    return (int)(end - text);
}

int main(void)
{
    int size = __VERIFIER_nondet_int();
    __VERIFIER_assume(1 <= size && size <= 100000);
    char *text = malloc(size);
    for (int i = 0; i < size - 1; i++)
        text[i] = (char)__VERIFIER_nondet_int();
    text[size - 1] = '\0';
    int found = length(text);
    assert(0 <= found && found < size && text[found] == '\0');
    free(text);
    return 0;
}
