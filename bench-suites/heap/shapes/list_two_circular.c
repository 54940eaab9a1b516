/* A ring of two nodes with links in both directions. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void check(int condition)
{
    if (!condition)
        reach_error();
}

struct node {
    int value;
    struct node *next, *previous;
};

static void insert_after(struct node *at, struct node *new_node)
{
    new_node->next = at->next;
    new_node->previous = at;
    at->next->previous = new_node;
    at->next = new_node;
}

int main(void)
{
    struct node *ring = malloc(sizeof *ring), *second = malloc(sizeof *second);
    ring->next = ring->previous = ring;
    ring->value = __VERIFIER_nondet_int();
    second->value = ring->value;
    insert_after(ring, second);
    check(ring->next->next == ring && ring->previous->previous == ring);
    check(ring->next->value == ring->value);
    free(ring->next);
    free(ring);
    return 0;
}
