/* Pushes n nodes to a doubly linked list, and frees them. */
#include <assert.h>
#include <stdlib.h>

struct node {
    struct node *prev, *next;
};

int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0)
        return 0;
    struct node *list = NULL;
    for (int i = 0; i < n; i++) {
        struct node *p = malloc(sizeof *p);
        p->prev = NULL;
        p->next = list;
        if (list)
            list->prev = p;
        list = p;
    }
    int length_list = 0;
    for (struct node *c = list; c; c = c->next)
        length_list++;
    assert(length_list == n);
    while (list) {
        struct node *dead = list;
        list = list->next;
        if (list)
            list->prev = NULL;
        free(dead);
    }
    return 0;
}
