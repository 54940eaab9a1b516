/* Two lists are walked in step, and the second one is shorter by one. */
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
    for (int i = 0; i < n - 1; i++) {
        struct node *p = malloc(sizeof *p);
        p->next = y;
        y = p;
    }
    struct node *a = x, *b = y;
    while (a) {
        a = a->next;
        b = b->next;
    }
    while (x) {
        struct node *dead = x;
        x = x->next;
        free(dead);
    }
    while (y) {
        struct node *dead = y;
        y = y->next;
        free(dead);
    }
    return 0;
}
