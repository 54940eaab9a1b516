/* All calls hold the head of a list and a node of it; the first node is read after it is freed. */
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

static int release(struct node *head, struct node *at) {
    if (!at)
        return head->data;
    int data = release(head, at->next);
    free(at);
    return head->data;
}

int main(void) {
    struct node *list = build();
    if (list)
        assert(release(list, list) == 0);
    return 0;
}
