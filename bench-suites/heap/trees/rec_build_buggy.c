/* Builds a list by recursion on its length; the tail is not linked. */
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int data;
};

static struct node *build(int n) {
    if (n <= 0)
        return NULL;
    struct node *node = malloc(sizeof *node);
    node->data = n;
    build(n - 1);
    return node;
}

static void free_all(struct node *list) {
    if (!list)
        return;
    free_all(list->next);
    free(list);
}

int main(void) {
    struct node *list = build(__VERIFIER_nondet_int());
    for (struct node *at = list; at; at = at->next)
        assert(at->data > 0);
    free_all(list);
    return 0;
}
