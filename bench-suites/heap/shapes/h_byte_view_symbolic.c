/* The bytes of an array of words are cleared one by one, for any size. */
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
    int size = __VERIFIER_nondet_int();
    assume(0 <= size && size <= 100000);
    int *words = malloc(size * sizeof(int));
    for (int i = 0; i < size; i++)
        words[i] = __VERIFIER_nondet_int();
    char *byte = (char *)words;
    for (int left = size * (int)sizeof(int); left > 0; left--)
        *byte++ = 0;
    check(byte == (char *)(words + size));
    free(words);
    return 0;
}
