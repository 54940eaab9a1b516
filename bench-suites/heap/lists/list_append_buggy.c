/* Appends cells, but the walk to the last one goes on to the end of the list. */
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct cell {
    int value;
    struct cell *next;
};

static struct cell *append(struct cell *list, int value) {
    struct cell *cell = malloc(sizeof *cell);
    cell->value = value;
    cell->next = NULL;
    if (!list)
        return cell;
    struct cell *last = list;
    while (last)
        last = last->next;
    last->next = cell;
    return list;
}

static void free_list(struct cell *list) {
    while (list) {
        struct cell *dead = list;
        list = list->next;
        free(dead);
    }
}

int main(void) {
    struct cell *list = NULL;
    while (__VERIFIER_nondet_int())
        list = append(list, __VERIFIER_nondet_int());
    free_list(list);
    return 0;
}
