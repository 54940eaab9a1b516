/* Reverses a list on the way back; the last node still leads to the one before. */
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
    struct node *rest = list->next;
    list->next = done;
    return reverse_onto(rest, list);
}

static struct node *reverse(struct node *list) {
    if (!list || !list->next)
        return list;
    struct node *first = reverse(list->next);
    list->next->next = list;
    return first;
}

int main(void) {
    free_all(reverse(reverse_onto(build(), NULL)));
    return 0;
}
