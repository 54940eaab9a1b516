/* Structs are copied by value from one array to another. */
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

struct point {
    int x, y;
};

int main(void)
{
    int size = __VERIFIER_nondet_int();
    assume(0 <= size && size <= 100000);
    struct point *a = malloc(size * sizeof *a), *b = malloc(size * sizeof *b);
    for (int i = 0; i < size; i++) {
        a[i].x = i;
        a[i].y = __VERIFIER_nondet_int();
    }
    for (int i = 0; i < size; i++)
        b[i] = a[i];
    for (int i = 0; i < size; i++)
        check(b[i].x == i && b[i].y == a[i].y);
    free(a);
    free(b);
    return 0;
}
