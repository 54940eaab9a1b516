/* A ring buffer is filled at an index modulo its size. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

#define ROOM 8

int main(void)
{
    int ring[ROOM] = {0};
    int count = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= count && count <= 100000);
    for (int i = 0; i < count; i++)
        ring[i % ROOM] = 1 + i % ROOM;
    for (int i = 0; i < ROOM; i++)
        assert(ring[i] == 0 || ring[i] == i + 1);
    return 0;
}
