/* Calls hold the nodes of a ring, which are marked on the way back, but not the last one. */
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int data;
};

static void mark(struct node *head, struct node *at) {
    if (at->next != head) {
        mark(head, at->next);
        at->data = 1;
    }
}

int main(void) {
    struct node *ring = malloc(sizeof *ring);
    ring->next = ring;
    ring->data = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->data = 0;
        node->next = ring->next;
        ring->next = node;
    }
    mark(ring, ring);
    assert(ring->data == 1);
    struct node *at = ring->next;
    while (at != ring) {
        struct node *next = at->next;
        assert(at->data == 1);
        free(at);
        at = next;
    }
    free(ring);
    return 0;
}
