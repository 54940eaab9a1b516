/* Turns a list into a doubly linked one by recursion; the last node keeps its data. */
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct node {
    struct node *next, *prev;
    int data;
};

static struct node *build(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->next = list;
        node->prev = NULL;
        node->data = 0;
        list = node;
    }
    return list;
}

static void update(struct node *at, struct node *prev) {
    if (!at)
        return;
    at->prev = prev;
    update(at->next, at);
    if (at->next)
        at->data = 1;
}

int main(void) {
    struct node *list = build(), *prev = NULL;
    update(list, NULL);
    for (struct node *at = list; at; at = at->next) {
        assert(at->prev == prev);
        assert(at->data == 1);
        prev = at;
    }
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
