/* Walks a list recursively and changes its values, but not the last one. */
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int value;
};

static struct node *build(void) {
    if (__VERIFIER_nondet_int())
        return NULL;
    struct node *node = malloc(sizeof *node);
    node->value = __VERIFIER_nondet_int();
    node->next = build();
    return node;
}

static void free_all(struct node *list) {
    if (!list)
        return;
    free_all(list->next);
    free(list);
}

static void clear(struct node *list) {
    if (!list || !list->next)
        return;
    clear(list->next);
    list->value = 0;
}

int main(void) {
    struct node *list = build();
    clear(list);
    for (struct node *node = list; node; node = node->next)
        assert(node->value == 0);
    free_all(list);
    return 0;
}
