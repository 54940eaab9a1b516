/* Copies a list, then frees both in step. */
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
        struct node *m = malloc(sizeof *m);
        m->next = x;
        x = m;
    }
    struct node *p = NULL, *q = NULL, *y = x;
    while (y) {
        y = y->next;
        q = malloc(sizeof *q);
        q->next = p;
        p = q;
    }
    y = x;
    q = p;
    while (y) {
        y = y->next;
        q = q->next;
        free(x);
        free(p);
        x = y;
        p = q;
    }
    return 0;
}
