/* A red cell is followed by a black one, but not at the end of the list. */
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

enum { RED, BLACK };

struct cell {
    int colour;
    struct cell *next;
};

static struct cell *push(struct cell *rest, int colour) {
    struct cell *cell = malloc(sizeof *cell);
    cell->colour = colour;
    cell->next = rest;
    return cell;
}

int main(void) {
    struct cell *list = push(NULL, RED);
    while (__VERIFIER_nondet_int()) {
        if (list->colour == BLACK && __VERIFIER_nondet_int())
            list = push(list, RED);
        else
            list = push(list, BLACK);
    }
    for (struct cell *cell = list; cell; cell = cell->next) {
        if (cell->colour == RED)
            assert(cell->next && cell->next->colour == BLACK);
    }
    while (list) {
        struct cell *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
