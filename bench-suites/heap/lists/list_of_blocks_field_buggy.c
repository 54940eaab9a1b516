/* The wrong field of the blocks of all cells is written. */
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct block {
    int first, second;
};

struct cell {
    struct block *block;
    struct cell *next;
};

int main(void) {
    struct cell *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct cell *cell = malloc(sizeof *cell);
        cell->block = calloc(1, sizeof *cell->block);
        cell->next = list;
        list = cell;
    }
    for (struct cell *cell = list; cell; cell = cell->next)
        cell->block->second = 1;
    for (struct cell *cell = list; cell; cell = cell->next)
        assert(cell->block->first == 1 && cell->block->second == 0);
    while (list) {
        struct cell *dead = list;
        list = list->next;
        free(dead->block);
        free(dead);
    }
    return 0;
}
