/* The function of Kernighan and Ritchie that frees a block; after it was joined with the block before,
 * that one links to it. */
#include <assert.h>
#include <stddef.h>

extern void __VERIFIER_assume(int);
extern void *__VERIFIER_nondet_pointer(void);
extern int __cfp_block(const void *, const void *);

struct header {
    struct header *ptr;
    size_t size;
};

static struct header base;
static struct header *freep;

static int mw(struct header *p, struct header *end)
{
    return p == end || (p != 0 && p->size >= 1 && __cfp_block(p + 1, p + p->size) && mw(p->ptr, end));
}

static void kr_free(void *ap)
{
    struct header *bp = (struct header *)ap - 1, *p;
    for (p = freep; !(bp > p && bp < p->ptr); p = p->ptr)
        if (p >= p->ptr && (bp > p || bp < p->ptr))
            break;
    if (p->ptr != &base && bp + bp->size == p->ptr) {
        bp->size += p->ptr->size;
        bp->ptr = p->ptr->ptr;
    } else {
        bp->ptr = p->ptr;
    }
    if (p != &base && p + p->size == bp) {
        p->size += bp->size;
        p->ptr = bp;
    } else {
        p->ptr = bp;
    }
    freep = p;
}

static int block(struct header *p)
{
    return p != 0 && p->size >= 1 && __cfp_block(p + 1, p + p->size);
}

int main(void)
{
    struct header *bp = __VERIFIER_nondet_pointer();
    struct header *front = __VERIFIER_nondet_pointer(), *back = __VERIFIER_nondet_pointer();
    __VERIFIER_assume(block(bp));
    __VERIFIER_assume(mw(back, &base));
    __VERIFIER_assume(mw(front, back));
    base.size = 1;
    base.ptr = front;
    freep = back;
    kr_free(bp + 1);
    assert(mw(base.ptr, &base));
    assert(mw(freep->ptr, freep));
    return 0;
}
