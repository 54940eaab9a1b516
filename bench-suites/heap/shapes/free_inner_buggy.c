/* A pointer that was moved on is freed. */
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
    assume(1 <= size && size <= 100000);
    char *text = malloc(size);
    for (int i = 0; i < size; i++)
        *text++ = 'a';
    free(text);
    return 0;
}
