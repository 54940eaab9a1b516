/* Insertion sort with the comparison turned round. */
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

static struct cell *insert(struct cell *sorted, struct cell *cell) {
    struct cell **link = &sorted;
    while (*link && (*link)->value > cell->value)
        link = &(*link)->next;
    cell->next = *link;
    *link = cell;
    return sorted;
}

int main(void) {
    struct cell *list = NULL, *sorted = NULL;
    while (__VERIFIER_nondet_int())
        list = push(list, __VERIFIER_nondet_int());
    while (list) {
        struct cell *cell = list;
        list = list->next;
        sorted = insert(sorted, cell);
    }
    for (struct cell *cell = sorted; cell && cell->next; cell = cell->next)
        assert(cell->value <= cell->next->value);
    free_list(sorted);
    return 0;
}
