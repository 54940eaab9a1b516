/* Merges any two lists, cell by cell, as inputs say; the result is a list. */
#include <assert.h>
#include <stdlib.h>

extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
extern void *__VERIFIER_nondet_pointer(void);

struct node {
    struct node *next;
    int data;
};

static int is_list(struct node *l)
{
    return l == 0 || is_list(l->next);
}

static void release(struct node *l)
{
    while (l) {
        struct node *next = l->next;
        free(l);
        l = next;
    }
}

int main(void)
{
    struct node *a = __VERIFIER_nondet_pointer(), *b = __VERIFIER_nondet_pointer();
    struct node *l = 0, *last = 0;
    __VERIFIER_assume(is_list(a));
    __VERIFIER_assume(is_list(b));
    while (a || b) {
        struct node *cell;
        if (!b || (a && __VERIFIER_nondet_int())) {
            cell = a;
            a = a->next;
        } else {
            cell = b;
            b = b->next;
        }
        cell->next = 0;
        if (last)
            last->next = cell;
        else
            l = cell;
        last = cell;
    }
    assert(is_list(l));
    release(l);
    return 0;
}
