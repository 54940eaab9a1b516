/* The pointers with odd index stay null and are followed nevertheless. */
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
    assume(0 <= size && size <= 1000);
    int target = 1, sum = 0;
    int **views = calloc(size, sizeof(int *));
    for (int i = 0; i < size; i += 2)
        views[i] = &target;
    for (int i = 0; i < size; i++)
        sum += *views[i];
    free(views);
    return sum < 0;
}
