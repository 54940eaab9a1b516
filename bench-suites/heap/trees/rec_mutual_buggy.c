/* Two functions call each other for the nodes of a list that a global variable holds; on the way back, one frees the
 * next node. */
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int data;
};

static struct node *list;

static void build(void) {
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->next = list;
        node->data = 0;
        list = node;
    }
}

static void odd(struct node *at);

static void even(struct node *at) {
    if (!at)
        return;
    odd(at->next);
    at->data = 2;
}

static void odd(struct node *at) {
    if (!at)
        return;
    even(at->next);
    at->data = 1;
    free(at->next);
}

int main(void) {
    build();
    even(list);
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
