/* The links back of a doubly linked list lead forward, and a walk back ends at once. */
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next, *prev;
};

static struct node *push_front(struct node *list, int value) {
    struct node *node = malloc(sizeof *node);
    node->value = value;
    node->prev = NULL;
    node->next = list;
    if (list)
        node->prev = list;
    return node;
}

static void free_all(struct node *list) {
    while (list) {
        struct node *dead = list;
        list = list->next;
        free(dead);
    }
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1)
        return 0;
    struct node *list = NULL;
    for (int i = 0; i < n; i++)
        list = push_front(list, i);
    struct node *last = list;
    while (last->next)
        last = last->next;
    int count = 0;
    for (struct node *node = last; node; node = node->prev)
        count++;
    assert(count == n);
    free_all(list);
    return 0;
}
