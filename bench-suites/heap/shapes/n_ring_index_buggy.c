/* The position in the ring is an input modulo its size, which may be negative. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#define ROOM 8

int main(void)
{
    int ring[ROOM] = {0};
    int key = __VERIFIER_nondet_int();
    ring[key % ROOM] = 1;
    int used = 0;
    for (int i = 0; i < ROOM; i++)
        used += ring[i];
    assert(used == 1);
    return 0;
}
