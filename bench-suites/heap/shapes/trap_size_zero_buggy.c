/* The size may be zero, and then there is no last cell. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static void assume(int condition)
{
    if (!condition)
        abort();
}

int main(void)
{
    int size = __VERIFIER_nondet_int();
    assume(0 <= size && size <= 100000);
    char *text = malloc(size);
    for (int i = 0; i < size; i++)
        text[i] = 'a';
    text[size - 1] = '\0';
    free(text);
    return 0;
}
