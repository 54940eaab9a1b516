/* Inserts cells into a circular list, walks round it once, and frees it. */
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct cell {
    int value;
    struct cell *next;
};

static struct cell *single(int value) {
    struct cell *cell = malloc(sizeof *cell);
    cell->value = value;
    cell->next = cell;
    return cell;
}

static void insert_after(struct cell *place, int value) {
    struct cell *cell = single(value);
    cell->next = place->next;
    place->next = cell;
}

int main(void) {
    struct cell *ring = single(1);
    while (__VERIFIER_nondet_int())
        insert_after(ring, 2);
    struct cell *cell = ring->next;
    while (cell != ring) {
        assert(cell->value == 2);
        cell = cell->next;
    }
    cell = ring->next;
    while (cell != ring) {
        struct cell *next = cell->next;
        free(cell);
        cell = next;
    }
    free(ring);
    return 0;
}
