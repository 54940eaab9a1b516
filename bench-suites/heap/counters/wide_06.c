/* Cursors into one list, each dragged further than the one before by inputs. */
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
    struct node *c0 = NULL;
    for (int i = 0; i < n; i++) {
        struct node *p = malloc(sizeof *p);
        p->next = c0;
        c0 = p;
    }
    struct node *c1 = c0;
    while (c1 && __VERIFIER_nondet_int())
        c1 = c1->next;
    struct node *c2 = c1;
    while (c2 && __VERIFIER_nondet_int())
        c2 = c2->next;
    struct node *c3 = c2;
    while (c3 && __VERIFIER_nondet_int())
        c3 = c3->next;
    struct node *c4 = c3;
    while (c4 && __VERIFIER_nondet_int())
        c4 = c4->next;
    struct node *c5 = c4;
    while (c5 && __VERIFIER_nondet_int())
        c5 = c5->next;
    struct node *c6 = c5;
    while (c6 && __VERIFIER_nondet_int())
        c6 = c6->next;
    assert(c5 || !c6);
    assert(c4 || !c5);
    assert(c3 || !c4);
    assert(c2 || !c3);
    assert(c1 || !c2);
    assert(c0 || !c1);
    while (c0) {
        struct node *dead = c0;
        c0 = c0->next;
        free(dead);
    }
    return 0;
}
