/* The last cell of a list is not counted. */
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct cell {
    int value;
    struct cell *next;
};

static struct cell *push(struct cell *rest, int value) {
    struct cell *cell = malloc(sizeof *cell);
    cell->value = value;
    cell->next = rest;
    return cell;
}

static void free_list(struct cell *list) {
    while (list) {
        struct cell *dead = list;
        list = list->next;
        free(dead);
    }
}

static int length(const struct cell *list) {
    int count = 0;
    while (list && list->next) {
        count++;
        list = list->next;
    }
    return count;
}

int main(void) {
    int pushed = 0;
    struct cell *list = NULL;
    while (pushed < 1000000 && __VERIFIER_nondet_int()) {
        list = push(list, pushed);
        pushed++;
    }
    assert(length(list) == pushed);
    free_list(list);
    return 0;
}
