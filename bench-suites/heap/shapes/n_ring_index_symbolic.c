/* Two positions go round in a ring of any size. */
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
    int room = __VERIFIER_nondet_int(), steps = __VERIFIER_nondet_int();
    assume(1 <= room && room <= 1000 && 0 <= steps && steps <= 1000);
    int *ring = calloc(room, sizeof(int));
    int at = 0;
    for (int i = 0; i < steps; i++) {
        ring[at] = __VERIFIER_nondet_int();
        at = (at + 1) % room;
    }
    check(0 <= at && at < room);
    free(ring);
    return 0;
}
