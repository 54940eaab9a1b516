/* Walks to the end of any doubly linked list, and back beyond its first cell. */
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
    struct node *l = __VERIFIER_nondet_pointer();
    __VERIFIER_assume(is_dll(l, 0));
    struct node *at = l;
    while (at && at->next)
        at = at->next;
    while (at != 0)
        at = at->prev;
    assert(at == l);
    assert(is_dll(l, 0));
    release(l);
    return 0;
}
