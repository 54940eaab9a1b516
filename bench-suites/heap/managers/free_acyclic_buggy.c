/* A block goes back to an acyclic list of free blocks; its size counts twice when it is joined. */
#include <assert.h>
#include <stddef.h>

extern void __VERIFIER_assume(int);
extern void *__VERIFIER_nondet_pointer(void);
extern int __cfp_block(const void *, const void *);

struct node {
    struct node *next;
    size_t size;
};

static struct node *list;

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
    struct node *bp = (struct node *)ap - 1, *prev = 0, *cur = list;
    while (cur != 0 && cur < bp) {
        prev = cur;
        cur = cur->next;
    }
    if (cur != 0 && bp + bp->size == cur) {
        bp->size += cur->size;
        bp->next = cur->next;
    } else {
        bp->next = cur;
    }
    if (prev == 0) {
        list = bp;
    } else if (prev + prev->size == bp) {
        prev->size += prev->size + bp->size;
        prev->next = bp->next;
    } else {
        prev->next = bp;
    }
}

int main(void)
{
    struct node *bp = __VERIFIER_nondet_pointer(), *free = __VERIFIER_nondet_pointer();
    __VERIFIER_assume(block(bp));
    __VERIFIER_assume(mw(free, 0));
    list = free;
    release(bp + 1);
    assert(mw(list, 0));
    return 0;
}
