/* Builds a list of numbered cells; each number is less than the length of the list. */
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

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0)
        return 0;
    struct cell *list = NULL;
    for (int i = 0; i < n; i++)
        list = push(list, i);
    for (struct cell *cell = list; cell; cell = cell->next)
        assert(cell->value < n);
    free_list(list);
    return 0;
}
