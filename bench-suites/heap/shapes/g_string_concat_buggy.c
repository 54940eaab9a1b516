/* The buffer has room for the longer of two strings only. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static void assume(int condition)
{
    if (!condition)
        abort();
}

static char *some_string(int size)
{
    char *text = malloc(size);
    for (int i = 0; i < size - 1; i++)
        text[i] = (char)__VERIFIER_nondet_int();
    text[size - 1] = '\0';
    return text;
}

static void append(char *to, const char *from)
{
    while (*to)
        to++;
    while ((*to++ = *from++))
        ;
}

int main(void)
{
    int first = __VERIFIER_nondet_int(), second = __VERIFIER_nondet_int();
    assume(1 <= first && first <= 10000 && 1 <= second && second <= 10000);
    char *a = some_string(first), *b = some_string(second), *both = malloc(first > second ? first : second);
    both[0] = '\0';
    append(both, a);
    append(both, b);
    free(a);
    free(b);
    free(both);
    return 0;
}
