/* In step with a cursor on x, the first node of y moves in front of z. */
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
    struct node *x = NULL, *y = NULL;
    for (int i = 0; i < n; i++) {
        struct node *p = malloc(sizeof *p);
        p->next = x;
        x = p;
    }
    for (int i = 0; i < n; i++) {
        struct node *p = malloc(sizeof *p);
        p->next = y;
        y = p;
    }
    struct node *z = NULL, *a = x;
    while (a) {
        struct node *moved = y;
        y = y->next;
        moved->next = z;
        z = moved;
        a = a->next;
    }
    assert(y == NULL);
    int length_z = 0;
    for (struct node *c = z; c; c = c->next)
        length_z++;
    assert(length_z == n);
    while (x) {
        struct node *dead = x;
        x = x->next;
        free(dead);
    }
    while (z) {
        struct node *dead = z;
        z = z->next;
        free(dead);
    }
    return 0;
}
