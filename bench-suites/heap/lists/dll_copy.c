/* Copies a doubly linked list, and checks the links of the copy. */
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

static struct node *copy(const struct node *from) {
    struct node *first = NULL, *last = NULL;
    for (; from; from = from->next) {
        struct node *node = malloc(sizeof *node);
        node->value = from->value;
        node->next = NULL;
        node->prev = last;
        if (last)
            last->next = node;
        else
            first = node;
        last = node;
    }
    return first;
}

int main(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int())
        list = push_front(list, __VERIFIER_nondet_int());
    struct node *twin = copy(list);
    free_all(list);
    check(twin);
    free_all(twin);
    return 0;
}
