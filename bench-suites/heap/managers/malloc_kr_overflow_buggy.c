/* The storage allocator of Kernighan and Ritchie without a limit: the size in bytes of a large request
 * wraps around. */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

extern void *sbrk(intptr_t);
extern void __VERIFIER_assume(int);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void *__VERIFIER_nondet_pointer(void);
extern int __cfp_block(const void *, const void *);

struct header {
    struct header *ptr;
    size_t size;
};

#define LEAST 1024
#define LARGEST ((size_t)1 << 40)

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
        p->ptr = bp->ptr;
    } else {
        p->ptr = bp;
    }
    freep = p;
}

static struct header *morecore(size_t nu)
{
    void *cp;
    struct header *up;
    if (nu < LEAST)
        nu = LEAST;
    cp = sbrk(nu * sizeof(struct header));
    if (cp == (void *)-1)
        return 0;
    up = cp;
    up->size = nu;
    kr_free(up + 1);
    return freep;
}

static void *kr_malloc(size_t n)
{
    struct header *p, *prevp;
    size_t nunits;
    if (n == 0)
        return 0;
    nunits = (n + sizeof(struct header) - 1) / sizeof(struct header) + 1;
    if ((prevp = freep) == 0) {
        base.ptr = freep = prevp = &base;
        base.size = 1;
    }
    for (p = prevp->ptr;; prevp = p, p = p->ptr) {
        if (p->size >= nunits) {
            if (p->size == nunits) {
                prevp->ptr = p->ptr;
            } else {
                p->size -= nunits;
                p += p->size;
                p->size = nunits;
            }
            freep = prevp;
            return p + 1;
        }
        if (p == freep)
            if ((p = morecore(nunits)) == 0)
                return 0;
    }
}

int main(void)
{
    struct header *front = __VERIFIER_nondet_pointer(), *back = __VERIFIER_nondet_pointer();
    size_t n = __VERIFIER_nondet_ulong();
    struct header *ans;
    __VERIFIER_assume(mw(back, &base));
    __VERIFIER_assume(mw(front, back));
    base.size = 1;
    base.ptr = front;
    freep = back;
    ans = kr_malloc(n);
    if (ans != 0) {
        ans[ans[-1].size - 2].size = 0;
        ans[-1].ptr = base.ptr;
        assert(mw(ans - 1, &base));
    }
    assert(mw(base.ptr, &base));
    assert(mw(freep->ptr, freep));
    return 0;
}
