/* Slabs of objects; the first slab stays in the list when it is freed. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define OBJECTS 3

struct slab {
    struct slab *next;
    unsigned used;
    int objects[OBJECTS];
};

static struct slab *slabs;

static int *acquire(void)
{
    struct slab *s = slabs;
    while (s != 0 && s->used == (1u << OBJECTS) - 1)
        s = s->next;
    if (s == 0) {
        s = malloc(sizeof *s);
        if (s == 0)
            return 0;
        s->next = slabs;
        s->used = 0;
        slabs = s;
    }
    for (int i = 0; i < OBJECTS; i++) {
        if ((s->used & (1u << i)) == 0) {
            s->used |= 1u << i;
            return &s->objects[i];
        }
    }
    return 0;
}

static void shrink(void)
{
    struct slab *prev = 0, *s = slabs;
    while (s != 0) {
        struct slab *next = s->next;
        if (s->used == 0) {
            if (prev == 0)
                slabs = s;
            else
                prev->next = next;
            free(s);
        } else {
            prev = s;
        }
        s = next;
    }
}

static void release_all(void)
{
    for (struct slab *s = slabs; s != 0; s = s->next)
        s->used = 0;
    shrink();
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            int *object = acquire();
            if (object != 0)
                *object = 1;
        } else {
            shrink();
        }
    }
    release_all();
    assert(slabs == 0);
    return 0;
}
