/* Only the first cell with a given value is removed, and none is expected to be left. */
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct cell {
    int value;
    struct cell *next;
};

static void remove_all(struct cell **list, int value) {
    while (*list) {
        struct cell *cell = *list;
        if (cell->value == value) {
            *list = cell->next;
            free(cell);
            break;
        } else {
            list = &cell->next;
        }
    }
}

int main(void) {
    struct cell *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct cell *cell = malloc(sizeof *cell);
        cell->value = __VERIFIER_nondet_int();
        cell->next = list;
        list = cell;
    }
    remove_all(&list, 3);
    for (struct cell *cell = list; cell; cell = cell->next)
        assert(cell->value != 3);
    while (list) {
        struct cell *dead = list;
        list = list->next;
        free(dead);
    }
    return 0;
}
