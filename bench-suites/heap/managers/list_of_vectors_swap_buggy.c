/* A list of arrays that grow; neighbours swap their arrays, but not how long these are. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define LONGEST 1000

struct vector {
    struct vector *next;
    int *items;
    int used, room;
};

static struct vector *vectors;

static int add_vector(void)
{
    struct vector *v = malloc(sizeof *v);
    if (v == 0)
        return 0;
    v->items = malloc(2 * sizeof *v->items);
    if (v->items == 0) {
        free(v);
        return 0;
    }
    v->used = 0;
    v->room = 2;
    v->next = vectors;
    vectors = v;
    return 1;
}

static int add_item(struct vector *v, int item)
{
    if (v->used == v->room) {
        int *items;
        if (v->room > LONGEST)
            return 0;
        items = malloc(2 * (size_t)v->room * sizeof *items);
        if (items == 0)
            return 0;
        for (int i = 0; i < v->used; i++)
            items[i] = v->items[i];
        free(v->items);
        v->items = items;
        v->room = 2 * v->room;
    }
    v->items[v->used] = item;
    v->used++;
    return 1;
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            add_vector();
        } else {
            struct vector *v = vectors;
            while (v != 0 && __VERIFIER_nondet_int())
                v = v->next;
            if (v != 0 && v->next != 0 && __VERIFIER_nondet_int()) {
                int *items = v->items;
                v->items = v->next->items;
                v->next->items = items;
            }
            if (v != 0)
                add_item(v, __VERIFIER_nondet_int());
        }
    }
    while (vectors != 0) {
        struct vector *v = vectors;
        vectors = v->next;
        free(v->items);
        free(v);
    }
    return 0;
}
