/* Some cells of a list have a block, and the byte behind it is written. */
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

struct cell {
    struct cell *next;
    char *block;
};

static struct cell *push(struct cell *rest, int size) {
    struct cell *cell = malloc(sizeof *cell);
    cell->next = rest;
    cell->block = NULL;
    if (size > 0) {
        cell->block = malloc(size);
        memset(cell->block, 0, size);
    }
    return cell;
}

static void free_list(struct cell *list) {
    while (list) {
        struct cell *dead = list;
        list = list->next;
        free(dead->block);
        free(dead);
    }
}

int main(void) {
    int size = __VERIFIER_nondet_int();
    if (size < 1 || size > 1000)
        return 0;
    struct cell *list = NULL;
    while (__VERIFIER_nondet_int())
        list = push(list, __VERIFIER_nondet_int() ? size : 0);
    for (struct cell *cell = list; cell; cell = cell->next)
        if (cell->block)
            cell->block[size] = 1;
    free_list(list);
    return 0;
}
