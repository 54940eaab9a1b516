/* Frees all cells with a given value, also at the head of the list. */
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

static struct cell *remove_all(struct cell *list, int value) {
    struct cell *before = NULL, *cell = list;
    while (cell) {
        struct cell *next = cell->next;
        if (cell->value == value) {
            if (before)
                before->next = next;
            else
                list = next;
            free(cell);
        } else {
            before = cell;
        }
        cell = next;
    }
    return list;
}

int main(void) {
    struct cell *list = NULL;
    while (__VERIFIER_nondet_int())
        list = push(list, __VERIFIER_nondet_int());
    list = remove_all(list, __VERIFIER_nondet_int());
    free_list(list);
    return 0;
}
