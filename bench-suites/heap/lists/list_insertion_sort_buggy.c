/* Insertion sort that links a cell before it saves what follows: the cell is followed by itself. */
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

static struct cell *insertion_sort(struct cell *list) {
    struct cell *sorted = NULL;
    while (list) {
        struct cell *cell = list;
        list = list->next;
        if (!sorted || sorted->value >= cell->value) {
            cell->next = sorted;
            sorted = cell;
            continue;
        }
        struct cell *before = sorted;
        while (before->next && before->next->value < cell->value)
            before = before->next;
        before->next = cell;
        cell->next = before->next;
    }
    return sorted;
}

int main(void) {
    struct cell *list = NULL;
    while (__VERIFIER_nondet_int())
        list = push(list, __VERIFIER_nondet_int());
    list = insertion_sort(list);
    free_list(list);
    return 0;
}
