/* Reverses a list in place, but saves the rest after the link is overwritten: nodes are lost. */
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
        list->next = reversed;
        struct node *rest = list->next;
        reversed = list;
        list = rest;
    }
    while (reversed) {
        struct node *dead = reversed;
        reversed = reversed->next;
        free(dead);
    }
    return 0;
}
