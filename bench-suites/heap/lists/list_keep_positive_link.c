/* Frees all cells with negative values, through a pointer to a link; no value left is negative. */
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

static void remove_negative(struct cell **link) {
    while (*link) {
        struct cell *cell = *link;
        if (cell->value < 0) {
            *link = cell->next;
            free(cell);
        } else {
            link = &cell->next;
        }
    }
}

int main(void) {
    struct cell *list = NULL;
    while (__VERIFIER_nondet_int())
        list = push(list, __VERIFIER_nondet_int());
    remove_negative(&list);
    for (struct cell *cell = list; cell; cell = cell->next)
        assert(cell->value >= 0);
    free_list(list);
    return 0;
}
