/* Exactly one cell of a list is marked. */
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct cell {
    int marked;
    struct cell *next;
};

static struct cell *push(struct cell *rest, int marked) {
    struct cell *cell = malloc(sizeof *cell);
    cell->marked = marked;
    cell->next = rest;
    return cell;
}

int main(void) {
    struct cell *list = NULL;
    while (__VERIFIER_nondet_int())
        list = push(list, 0);
    list = push(list, 1);
    while (__VERIFIER_nondet_int())
        list = push(list, 0);
    int marks = 0;
    for (struct cell *cell = list; cell; cell = cell->next) {
        if (cell->marked) {
            assert(marks == 0);
            marks++;
        }
    }
    assert(marks == 1);
    while (list) {
        struct cell *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
