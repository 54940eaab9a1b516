/* The cells of the second phase may have the colour of the first one. */
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct cell {
    int colour;
    struct cell *next;
};

static struct cell *new_cell(int colour) {
    struct cell *cell = malloc(sizeof *cell);
    cell->colour = colour;
    cell->next = NULL;
    return cell;
}

int main(void) {
    struct cell *list = new_cell(1), *last = list;
    while (__VERIFIER_nondet_int()) {
        last->next = new_cell(1);
        last = last->next;
    }
    while (__VERIFIER_nondet_int()) {
        last->next = new_cell(1 + __VERIFIER_nondet_int() % 2);
        last = last->next;
    }
    last->next = new_cell(3);
    struct cell *cell = list;
    while (cell->colour == 1)
        cell = cell->next;
    while (cell->colour == 2)
        cell = cell->next;
    assert(cell->colour == 3 && cell->next == NULL);
    while (list) {
        cell = list;
        list = list->next;
        free(cell);
    }
    return 0;
}
