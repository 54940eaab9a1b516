/* The size may be zero, and the last cell is only written if there is one. */
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
    char *text = malloc(size);
    for (int i = 0; i < size; i++)
        text[i] = 'a';
    if (size > 0)
        text[size - 1] = '\0';
    for (int i = 0; i + 1 < size; i++)
        check(text[i] == 'a');
    free(text);
    return 0;
}
