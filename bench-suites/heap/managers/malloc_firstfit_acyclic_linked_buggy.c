/* First fit in an acyclic list of free blocks; a block of the right size stays in the list. */
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
    struct node *prev = 0, *cur = list;
    while (cur != 0) {
        if (cur->size == n) {
            if (prev == 0)
                list = cur;
            else
                prev->next = cur->next;
            return cur;
        }
        if (cur->size > n) {
            struct node *ans;
            cur->size -= n;
            ans = cur + cur->size;
            ans->size = n;
            return ans;
        }
        prev = cur;
        cur = cur->next;
    }
    return 0;
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
