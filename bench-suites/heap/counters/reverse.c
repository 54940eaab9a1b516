/* Reverses a list in place. */
#include <assert.h>
#include <stdlib.h>

struct node {
    struct node *next;
};

int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0)
        return 0;
    struct node *list = NULL;
    for (int i = 0; i < n; i++) {
        struct node *p = malloc(sizeof *p);
        p->next = list;
        list = p;
    }
    struct node *reversed = NULL;
    while (list) {
        struct node *rest = list->next;
        list->next = reversed;
        reversed = list;
        list = rest;
    }
    int length_reversed = 0;
    for (struct node *c = reversed; c; c = c->next)
        length_reversed++;
    assert(length_reversed == n);
    while (reversed) {
        struct node *dead = reversed;
        reversed = reversed->next;
        free(dead);
    }
    return 0;
}
