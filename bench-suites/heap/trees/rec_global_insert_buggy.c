/* Calls hold the nodes of a list that a global variable holds, too; the node behind one is lost. */
#include <assert.h>
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

static void spread(struct node *at) {
    if (!at)
        return;
    spread(at->next);
    struct node *node = malloc(sizeof *node);
    node->data = 2;
    node->next = at->next ? at->next->next : NULL;
    at->next = node;
    if (list == at)
        list->data = 5;
}

int main(void) {
    build();
    spread(list);
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
