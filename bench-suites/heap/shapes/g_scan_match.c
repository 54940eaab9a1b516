/* A bounded search by two pointers gives the first match or the end. */
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

static int *find(int *from, int *end, int wanted)
{
    while (from != end && *from != wanted)
        from++;
    return from;
}

int main(void)
{
    int size = __VERIFIER_nondet_int(), wanted = __VERIFIER_nondet_int();
    assume(0 <= size && size <= 100000);
    int *values = malloc(size * sizeof(int));
    for (int i = 0; i < size; i++)
        values[i] = __VERIFIER_nondet_int();
    int *found = find(values, values + size, wanted);
    check(found == values + size || *found == wanted);
    for (int *p = values; p < found; p++)
        check(*p != wanted);
    free(values);
    return 0;
}
