/* Reverses a list recursively; the rest is not saved before its link is changed. */
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

static struct node *reverse_onto(struct node *list, struct node *done) {
    if (!list)
        return done;
    list->next = done;
    struct node *rest = NULL;
    return reverse_onto(rest, list);
}

static struct node *reverse(struct node *list) {
    if (!list || !list->next)
        return list;
    struct node *first = reverse(list->next);
    list->next->next = list;
    list->next = NULL;
    return first;
}

int main(void) {
    free_all(reverse(reverse_onto(build(), NULL)));
    return 0;
}
