/* The data of all nodes is 1, and later 2. */
#include <assert.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    struct node *list = NULL;
    for (int i = 0; i < n; i++) {
        struct node *p = malloc(sizeof *p);
        p->data = 1;
        p->next = list;
        list = p;
    }
    for (struct node *c = list; c; c = c->next)
        assert(c->data == 1);
    for (struct node *c = list; c; c = c->next)
        c->data = 2;
    for (struct node *c = list; c; c = c->next)
        assert(c->data == 2);
    while (list) {
        struct node *dead = list;
        list = list->next;
        free(dead);
    }
    return 0;
}
