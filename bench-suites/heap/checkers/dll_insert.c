/* Inserts a node behind any node of a doubly linked list; the result is one. */
#include <assert.h>
#include <stdlib.h>

extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
extern void *__VERIFIER_nondet_pointer(void);

struct node {
    struct node *next, *prev;
    int data;
};

static int is_dll(struct node *l, struct node *prev)
{
    return l == 0 || (l->prev == prev && is_dll(l->next, l));
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
    struct node *l = __VERIFIER_nondet_pointer(), *c;
    __VERIFIER_assume(is_dll(l, 0));
    c = l;
    while (c && __VERIFIER_nondet_int())
        c = c->next;
    if (c) {
        struct node *n = malloc(sizeof *n);
        if (!n)
            abort();
        n->data = 0;
        n->next = c->next;
        n->prev = c;
        if (c->next)
            c->next->prev = n;
        c->next = n;
    }
    assert(is_dll(l, 0));
    release(l);
    return 0;
}
