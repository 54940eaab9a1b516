/* A pool of objects of one size in one array, with a list of free ones by their numbers. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define OBJECTS 8
#define NONE (-1)

struct object {
    int next;
    int is_used;
    int data;
};

static struct object pool[OBJECTS];
static int first;

static void start(void)
{
    for (int i = 0; i < OBJECTS; i++) {
        pool[i].next = i + 1 < OBJECTS ? i + 1 : NONE;
        pool[i].is_used = 0;
    }
    first = 0;
}

static int acquire(void)
{
    int i = first;
    if (i == NONE)
        return NONE;
    first = pool[i].next;
    pool[i].is_used = 1;
    return i;
}

static void release(int i)
{
    pool[i].is_used = 0;
    pool[i].next = first;
    first = i;
}

int main(void)
{
    start();
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            int i = acquire();
            if (i != NONE) {
                assert(pool[i].is_used);
                pool[i].data = 1;
            }
        } else {
            int i = __VERIFIER_nondet_int();
            if (i >= 0 && i < OBJECTS && pool[i].is_used)
                release(i);
        }
    }
    return 0;
}
