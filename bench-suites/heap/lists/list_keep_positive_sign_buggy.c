/* Cells with negative values are kept, and those with zero are freed. */
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

static struct cell *remove_negative(struct cell *list) {
    struct cell *before = NULL;
    for (struct cell *cell = list, *next; cell; cell = next) {
        next = cell->next;
        if (cell->value != 0) {
            before = cell;
            continue;
        }
        if (before)
            before->next = next;
        else
            list = next;
        free(cell);
    }
    return list;
}

int main(void) {
    struct cell *list = NULL;
    while (__VERIFIER_nondet_int())
        list = push(list, __VERIFIER_nondet_int());
    list = remove_negative(list);
    for (struct cell *cell = list; cell; cell = cell->next)
        assert(cell->value >= 0);
    free_list(list);
    return 0;
}
