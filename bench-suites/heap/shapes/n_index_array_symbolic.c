/* Every index in an array was checked before it is used. */
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
    assume(1 <= size && size <= 100000);
    int *index = malloc(size * sizeof(int)), *hits = calloc(size, sizeof(int));
    for (int i = 0; i < size; i++) {
        index[i] = __VERIFIER_nondet_int();
        if (index[i] < 0 || index[i] >= size)
            index[i] = 0;
    }
    for (int i = 0; i < size; i++)
        hits[index[i]] = 1;
    check(hits[index[0]] == 1);
    free(index);
    free(hits);
    return 0;
}
