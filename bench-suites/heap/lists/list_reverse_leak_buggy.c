/* Reverses a list, but overwrites the link to the rest before it is saved: all cells but the first are lost. */
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

static struct cell *reverse(struct cell *list) {
    struct cell *done = NULL;
    while (list) {
        list->next = done;
        struct cell *rest = list->next;
        done = list;
        list = rest;
    }
    return done;
}

static void free_list(struct cell *list) {
    while (list) {
        struct cell *dead = list;
        list = list->next;
        free(dead);
    }
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0)
        return 0;
    struct cell *list = NULL;
    for (int i = 0; i < n; i++)
        list = push(list, i);
    list = reverse(list);
    free_list(list);
    return 0;
}
