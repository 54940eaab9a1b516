/* The zero byte is written at a place that is not the last, where the fill loop overwrites it. */
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
    text[size - 1] = '\0';
    for (int i = 0; i < size; i++)
        text[i] = (char)__VERIFIER_nondet_int();
    int found = length(text);
    assert(0 <= found && found < size);
    free(text);
    return 0;
}
