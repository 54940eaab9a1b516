/* Two calls hold each node of a list, and mark it twice on the way back. */
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

static void mark(struct node *head, struct node *at, int again) {
    if (!at)
        return;
    mark(head, again ? at : at->next, !again);
    at->data++;
}

int main(void) {
    struct node *list = build();
    mark(list, list, 1);
    for (struct node *at = list; at; at = at->next)
        assert(at->data == 1);
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
