/* Best fit in an acyclic list of free blocks: any list is assumed. The block can be written, the list is
 * still well formed, and they share no byte. */
#include <assert.h>
#include <stddef.h>

extern void __VERIFIER_assume(int);
extern unsigned long __VERIFIER_nondet_ulong(void);
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

static struct node *allocate(size_t n)
{
    struct node *prev = 0, *cur = list, *best = 0, *before = 0, *ans;
    while (cur != 0) {
        if (cur->size >= n && (best == 0 || cur->size < best->size)) {
            best = cur;
            before = prev;
        }
        prev = cur;
        cur = cur->next;
    }
    if (best == 0)
        return 0;
    if (best->size == n) {
        if (before == 0)
            list = best->next;
        else
            before->next = best->next;
        return best;
    }
    best->size -= n;
    ans = best + best->size;
    ans->size = n;
    return ans;
}

int main(void)
{
    struct node *free = __VERIFIER_nondet_pointer(), *ans;
    size_t n = __VERIFIER_nondet_ulong();
    __VERIFIER_assume(mw(free, 0));
    if (n < 2)
        return 0;
    list = free;
    ans = allocate(n);
    if (ans != 0) {
        assert(ans->size == n);
        ans[n - 1].size = n;
        ans->next = list;
        assert(mw(ans, 0));
    }
    assert(mw(list, 0));
    return 0;
}
