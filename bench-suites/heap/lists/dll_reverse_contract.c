/* Reverses any doubly linked list in place. */
#include <assert.h>
#include <stdlib.h>

extern void __VERIFIER_assume(int);
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
    struct node *l = __VERIFIER_nondet_pointer(), *r = 0;
    __VERIFIER_assume(is_dll(l, 0));
    while (l) {
        struct node *next = l->next;
        l->next = r;
        l->prev = 0;
        if (r)
            r->prev = l;
        r = l;
        l = next;
    }
    assert(is_dll(r, 0));
    release(r);
    return 0;
}
