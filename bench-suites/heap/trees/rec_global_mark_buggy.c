/* Calls hold the nodes of a list that a global variable holds, too; the first mark is changed. */
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

static void mark(struct node *at) {
    if (!at)
        return;
    mark(at->next);
    at->data = 1;
    if (at == list)
        list->data = 8;
}

int main(void) {
    build();
    mark(list);
    for (struct node *at = list; at; at = at->next)
        assert(at->data == 1);
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
