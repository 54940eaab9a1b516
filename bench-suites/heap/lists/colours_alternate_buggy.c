/* Red and black cells alternate, but only at the end of the list. */
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
    struct cell *list = NULL;
    while (__VERIFIER_nondet_int()) {
        list = push(list, list ? RED : BLACK);
        list = push(list, RED);
    }
    int expected = RED;
    for (struct cell *cell = list; cell; cell = cell->next) {
        assert(cell->colour == expected);
        expected = expected == RED ? BLACK : RED;
    }
    assert(expected == RED);
    while (list) {
        struct cell *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
