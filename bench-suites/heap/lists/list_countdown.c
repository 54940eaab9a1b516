/* Numbered cells are taken from a list, the last one first; each has the number of cells that are left. */
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct cell {
    int number;
    struct cell *next;
};

int main(void) {
    struct cell *list = NULL;
    int count = 0;
    while (count < 1000 && __VERIFIER_nondet_int()) {
        struct cell *cell = malloc(sizeof *cell);
        cell->number = ++count;
        cell->next = list;
        list = cell;
    }
    while (list) {
        struct cell *dead = list;
        assert(dead->number == count);
        list = dead->next;
        free(dead);
        count--;
    }
    assert(count == 0);
    return 0;
}
