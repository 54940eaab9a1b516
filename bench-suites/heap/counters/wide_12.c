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
    struct node *c7 = c6;
    while (c7 && __VERIFIER_nondet_int())
        c7 = c7->next;
    struct node *c8 = c7;
    while (c8 && __VERIFIER_nondet_int())
        c8 = c8->next;
    struct node *c9 = c8;
    while (c9 && __VERIFIER_nondet_int())
        c9 = c9->next;
    struct node *c10 = c9;
    while (c10 && __VERIFIER_nondet_int())
        c10 = c10->next;
    struct node *c11 = c10;
    while (c11 && __VERIFIER_nondet_int())
        c11 = c11->next;
    struct node *c12 = c11;
    while (c12 && __VERIFIER_nondet_int())
        c12 = c12->next;
    assert(c11 || !c12);
    assert(c10 || !c11);
    assert(c9 || !c10);
    assert(c8 || !c9);
    assert(c7 || !c8);
    assert(c6 || !c7);
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
