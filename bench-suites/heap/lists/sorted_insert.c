/* Inserts values into a list in order; the order is not checked. */
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct cell {
    int value;
    struct cell *next;
};

static void free_list(struct cell *list) {
    while (list) {
        struct cell *dead = list;
        list = list->next;
        free(dead);
    }
}

static struct cell *insert(struct cell *list, int value) {
    struct cell *before = NULL, *behind = list;
    while (behind && behind->value < value) {
        before = behind;
        behind = behind->next;
    }
    struct cell *cell = malloc(sizeof *cell);
    cell->value = value;
    cell->next = behind;
    if (!before)
        return cell;
    before->next = cell;
    return list;
}

int main(void) {
    struct cell *list = NULL;
    while (__VERIFIER_nondet_int())
        list = insert(list, __VERIFIER_nondet_int());
    free_list(list);
    return 0;
}
