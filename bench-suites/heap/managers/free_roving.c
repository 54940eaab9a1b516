/* A block goes back to a cyclic list of free blocks, which is sorted by address, and is joined with its
 * neighbours. Any list and block are assumed, and the list is well formed then. */
#include <assert.h>
#include <stddef.h>

extern void __VERIFIER_assume(int);
extern void *__VERIFIER_nondet_pointer(void);
extern int __cfp_block(const void *, const void *);

struct node {
    struct node *next;
    size_t size;
};

static struct node base;
static struct node *rover;

static int mw(struct node *p, struct node *end)
{
    return p == end
        || (p != 0 && p->size >= 1 && __cfp_block(p + 1, p + p->size) && mw(p->next, end));
}

static int block(struct node *p)
{
    return p != 0 && p->size >= 1 && __cfp_block(p + 1, p + p->size);
}

static void release(void *ap)
{
    struct node *bp = (struct node *)ap - 1, *p = rover;
    while (!(p < bp && bp < p->next)) {
        if (p >= p->next && (bp > p || bp < p->next))
            break;
        p = p->next;
    }
    if (p->next != &base && bp + bp->size == p->next) {
        bp->size += p->next->size;
        bp->next = p->next->next;
    } else {
        bp->next = p->next;
    }
    if (p != &base && p + p->size == bp) {
        p->size += bp->size;
        p->next = bp->next;
    } else {
        p->next = bp;
    }
    rover = p;
}

int main(void)
{
    struct node *bp = __VERIFIER_nondet_pointer();
    struct node *front = __VERIFIER_nondet_pointer(), *back = __VERIFIER_nondet_pointer();
    __VERIFIER_assume(block(bp));
    __VERIFIER_assume(mw(back, &base));
    __VERIFIER_assume(mw(front, back));
    base.size = 1;
    base.next = front;
    rover = back;
    release(bp + 1);
    assert(mw(base.next, &base));
    assert(mw(rover->next, rover));
    return 0;
}
