/* Builds a list at its end, but each cell replaces the one before. */
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct cell {
    int value;
    struct cell *next;
};

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0)
        return 0;
    struct cell *list = NULL;
    struct cell **end = &list;
    for (int i = 0; i < n; i++) {
        struct cell *cell = malloc(sizeof *cell);
        if (!cell)
            abort();
        cell->value = i;
        cell->next = NULL;
        *end = cell;
        end = &list;
    }
    int count = 0;
    for (struct cell *cell = list; cell; cell = cell->next) {
        assert(cell->value >= 0);
        count++;
    }
    assert(count == n);
    while (list) {
        struct cell *dead = list;
        list = list->next;
        free(dead);
    }
    return 0;
}
