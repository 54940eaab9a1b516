/* The cursor stops at the first negative value instead of replacing it. */
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct cell {
    int value;
    struct cell *next;
};

int main(void) {
    struct cell *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct cell *cell = malloc(sizeof *cell);
        if (!cell)
            abort();
        cell->value = __VERIFIER_nondet_int();
        cell->next = list;
        list = cell;
    }
    for (struct cell *cursor = list; cursor; cursor = cursor->next) {
        if (cursor->value < 0)
            break;
    }
    for (struct cell *cursor = list; cursor; cursor = cursor->next)
        assert(cursor->value >= 0);
    while (list) {
        struct cell *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
