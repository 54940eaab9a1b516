/* Copies any doubly linked list, without the links back. */
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
    struct node *l = __VERIFIER_nondet_pointer(), *copy = 0, *last = 0;
    __VERIFIER_assume(is_dll(l, 0));
    for (struct node *c = l; c; c = c->next) {
        struct node *n = malloc(sizeof *n);
        if (!n)
            abort();
        n->next = 0;
        n->prev = 0;
        n->data = c->data;
        if (last)
            last->next = n;
        else
            copy = n;
        last = n;
    }
    assert(is_dll(l, 0));
    assert(is_dll(copy, 0));
    release(l);
    release(copy);
    return 0;
}
