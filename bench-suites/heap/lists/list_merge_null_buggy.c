/* Merges two lists, and compares their first cells although one list is empty. */
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

static struct cell *read_list(void) {
    struct cell *list = NULL;
    while (__VERIFIER_nondet_int())
        list = push(list, __VERIFIER_nondet_int());
    return list;
}

static struct cell *merge(struct cell *a, struct cell *b) {
    struct cell head = {0, NULL};
    struct cell *last = &head;
    while (a || b) {
        if (a->value <= b->value) {
            last->next = a;
            a = a->next;
        } else {
            last->next = b;
            b = b->next;
        }
        last = last->next;
    }
    last->next = a ? a : b;
    return head.next;
}

int main(void) {
    struct cell *a = read_list();
    struct cell *b = read_list();
    free_list(merge(a, b));
    return 0;
}
