/* A pool of objects with a list of free ones by their addresses; objects are not marked. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define OBJECTS 20

struct object {
    struct object *next;
    int data;
};

static struct object pool[OBJECTS];
static struct object *first;

static void start(void)
{
    first = 0;
    for (int i = 0; i < OBJECTS; i++) {
        pool[i].next = first;
        first = &pool[i];
    }
}

static struct object *acquire(void)
{
    struct object *o = first;
    if (o != 0) {
        first = o->next;
        o->next = 0;
        o->data = 0;
    }
    return o;
}

static void release(struct object *o)
{
    o->next = first;
    first = o;
}

int main(void)
{
    struct object *held = 0;
    start();
    while (__VERIFIER_nondet_int()) {
        if (held == 0) {
            held = acquire();
            if (held != 0)
                assert(held->data == 1);
        } else {
            assert(held >= pool && held < pool + OBJECTS);
            release(held);
            held = 0;
        }
    }
    return 0;
}
