/* Inserts a node into a doubly linked list, and does not link it back. */
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next, *prev;
};

static struct node *push_front(struct node *list, int value) {
    struct node *node = malloc(sizeof *node);
    node->value = value;
    node->prev = NULL;
    node->next = list;
    if (list)
        list->prev = node;
    return node;
}

static void check(const struct node *list) {
    for (const struct node *node = list; node && node->next; node = node->next)
        assert(node->next->prev == node);
}

static void free_all(struct node *list) {
    while (list) {
        struct node *dead = list;
        list = list->next;
        free(dead);
    }
}

static void insert_after(struct node *place, int value) {
    struct node *node = malloc(sizeof *node);
    node->value = value;
    (void)node->prev;
    node->next = place->next;
    if (node->next)
        node->next->prev = node;
    place->next = node;
}

int main(void) {
    struct node *list = push_front(NULL, 0);
    while (__VERIFIER_nondet_int())
        list = push_front(list, __VERIFIER_nondet_int());
    struct node *cursor = list;
    while (cursor->next && __VERIFIER_nondet_int())
        cursor = cursor->next;
    insert_after(cursor, 1);
    check(list);
    free_all(list);
    return 0;
}
