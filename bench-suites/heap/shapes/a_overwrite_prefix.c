/* Of two rounds the second reaches only to a limit, and both values are found where they should. */
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
    int size = __VERIFIER_nondet_int(), limit = __VERIFIER_nondet_int();
    assume(0 <= limit && limit <= size && size <= 1000000);
    char *marks = malloc(size);
    for (int i = 0; i < size; i++)
        marks[i] = 'a';
    for (int i = 0; i < limit; i++)
        marks[i] = 'b';
    for (int i = 0; i < size; i++)
        check(marks[i] == (i < limit ? 'b' : 'a'));
    free(marks);
    return 0;
}
