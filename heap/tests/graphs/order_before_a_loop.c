/* That one integer is at most another one holds before a loop which changes one of them. */
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct cell { int value; struct cell *next; };
int small(void) { int v = __VERIFIER_nondet_int(); if (v < 0 || v > 10) exit(0); return v; }
int main(void) {
    struct cell *x = malloc(sizeof *x), *y = malloc(sizeof *y);
    x->next = 0; y->next = 0;
    x->value = small(); y->value = small();
    if (x->value <= y->value) {
        while (__VERIFIER_nondet_int()) { x->value = small(); }
        assert(x->value <= y->value);
    }
    free(x); free(y);
    return 0;
}
