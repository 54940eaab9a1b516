/* A vector doubles its room whenever it is full. */
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
    int wanted = __VERIFIER_nondet_int();
    assume(0 <= wanted && wanted <= 1000);
    int room = 4, used = 0;
    int *items = malloc(room * sizeof(int));
    for (int i = 0; i < wanted; i++) {
        if (used == room) {
            room *= 2;
            items = realloc(items, room * sizeof(int));
        }
        items[used++] = i;
    }
    check(used == wanted && used <= room);
    free(items);
    return 0;
}
