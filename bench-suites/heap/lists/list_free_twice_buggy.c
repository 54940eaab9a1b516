/* Frees a list, and frees its last cell again. */
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

static void destroy(struct cell **list) {
    struct cell *cell = *list, *last = NULL;
    while (cell) {
        struct cell *next = cell->next;
        free(cell);
        last = cell;
        cell = next;
    }
    free(last);
    *list = NULL;
}

int main(void) {
    struct cell *list = NULL;
    while (__VERIFIER_nondet_int())
        list = push(list, __VERIFIER_nondet_int());
    destroy(&list);
    assert(list == NULL);
    destroy(&list);
    return 0;
}
