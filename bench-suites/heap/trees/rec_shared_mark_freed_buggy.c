/* All calls hold the head of a list and a node of it; the last call frees the head. */
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int data;
};

static struct node *build(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->next = list;
        node->data = 0;
        list = node;
    }
    return list;
}

static void mark(struct node *head, struct node *at) {
    if (!at) {
        free(head);
        return;
    }
    mark(head, at->next);
    at->data = 1;
}

int main(void) {
    struct node *list = build();
    mark(list, list);
    return 0;
}
