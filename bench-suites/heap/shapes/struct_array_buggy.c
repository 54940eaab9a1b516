/* The loop resets the keys where it should reset the counts. */
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

struct item {
    int key;
    int count;
};

int main(void)
{
    int size = __VERIFIER_nondet_int();
    assume(0 <= size && size <= 100000);
    struct item *items = malloc(size * sizeof *items);
    for (int i = 0; i < size; i++) {
        items[i].key = i;
        items[i].count = 5;
    }
    for (int i = 0; i < size; i++)
        items[i].key = 0;
    for (int i = 0; i < size; i++)
        check(items[i].key == i || items[i].count == 0);
    free(items);
    return 0;
}
