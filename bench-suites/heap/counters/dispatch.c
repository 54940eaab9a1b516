/* Each node moves to one of two lists, as an input says. */
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
    struct node *x = NULL;
    for (int i = 0; i < n; i++) {
        struct node *p = malloc(sizeof *p);
        p->next = x;
        x = p;
    }
    struct node *a = NULL, *b = NULL;
    while (x) {
        struct node *moved = x;
        x = x->next;
        if (__VERIFIER_nondet_int()) {
            moved->next = a;
            a = moved;
        } else {
            moved->next = b;
            b = moved;
        }
    }
    while (a) {
        struct node *dead = a;
        a = a->next;
        free(dead);
    }
    while (b) {
        struct node *dead = b;
        b = b->next;
        free(dead);
    }
    return 0;
}
