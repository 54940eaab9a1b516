/* Nodes of two kinds call the function for the next node at different places; only those of one kind change. */
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int is_late, data;
};

static struct node *list;

static void build(void) {
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->next = list;
        node->is_late = __VERIFIER_nondet_int() != 0;
        node->data = 0;
        list = node;
    }
}

static void visit(struct node *at) {
    if (!at)
        return;
    if (at->is_late) {
        visit(at->next);
        at->data = at->data;
    } else {
        at->data = 1;
        visit(at->next);
        at->is_late = 1;
    }
}

int main(void) {
    build();
    visit(list);
    for (struct node *at = list; at; at = at->next)
        assert(at->data == 1 || at->data == 2);
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
