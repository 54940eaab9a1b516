/* Links any skip list of two levels anew; nodes of the lower level keep their upper links. */
#include <assert.h>
#include <stdlib.h>

extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
extern void *__VERIFIER_nondet_pointer(void);

struct node {
    struct node *next, *skip;
};

/* The nodes from l on up to end have no upper link. */
static int skip0(struct node *l, struct node *end)
{
    return l == end || (l != 0 && l->skip == 0 && skip0(l->next, end));
}

/* An upper link leads to the next node that has one, or is null at the last of them. */
static int skip1(struct node *l)
{
    return l == 0 || (skip0(l->next, l->skip) && skip1(l->skip));
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
    struct node *l = __VERIFIER_nondet_pointer(), *p, *c;
    __VERIFIER_assume(skip1(l));
    if (l) {
        p = l;
        c = l->next;
        l->skip = 0;
        while (c) {
            if (__VERIFIER_nondet_int()) {
                p->skip = c;
                p = c;
            }
            c = c->next;
        }
    }
    assert(skip1(l));
    release(l);
    return 0;
}
