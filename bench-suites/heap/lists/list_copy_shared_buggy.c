/* A list is taken for its own copy, and freed twice. */
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct cell {
    int value;
    struct cell *next;
};

static struct cell *push(struct cell *rest, int value) {
    struct cell *cell = malloc(sizeof *cell);
    cell->value = value;
    cell->next = rest;
    return cell;
}

static void free_list(struct cell *list) {
    while (list) {
        struct cell *dead = list;
        list = list->next;
        free(dead);
    }
}

static struct cell *copy(const struct cell *list) {
    struct cell *first = NULL, *last = NULL;
    for (; list; list = list->next) {
        struct cell *cell = push(NULL, list->value);
        if (last)
            last->next = cell;
        else
            first = cell;
        last = cell;
    }
    return first;
}

int main(void) {
    struct cell *list = NULL;
    while (__VERIFIER_nondet_int())
        list = push(list, __VERIFIER_nondet_int());
    struct cell *twin = list;
    struct cell *a = list, *b = twin;
    for (; a; a = a->next)
        b = b->next;
    assert(b == NULL);
    free_list(list);
    free_list(twin);
    return 0;
}
