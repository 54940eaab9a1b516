/* First fit in a cyclic list of free blocks; the next search begins at the block that was handed out. */
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

static struct node base;
static struct node *rover;

static int mw(struct node *p, struct node *end)
{
    return p == end
        || (p != 0 && p->size >= 1 && __cfp_block(p + 1, p + p->size) && mw(p->next, end));
}

static struct node *allocate(size_t n)
{
    struct node *prev = rover, *cur = rover->next;
    do {
        if (cur->size == n) {
            prev->next = cur->next;
            rover = cur;
            return cur;
        }
        if (cur->size > n) {
            struct node *ans;
            cur->size -= n;
            ans = cur + cur->size;
            ans->size = n;
            rover = prev;
            return ans;
        }
        prev = cur;
        cur = cur->next;
    } while (prev != rover);
    return 0;
}

int main(void)
{
    struct node *front = __VERIFIER_nondet_pointer(), *back = __VERIFIER_nondet_pointer(), *ans;
    size_t n = __VERIFIER_nondet_ulong();
    __VERIFIER_assume(mw(back, &base));
    __VERIFIER_assume(mw(front, back));
    if (n < 2)
        return 0;
    base.size = 1;
    base.next = front;
    rover = back;
    ans = allocate(n);
    if (ans != 0) {
        assert(ans->size == n);
        ans[n - 1].size = n;
        ans->next = base.next;
        assert(mw(ans, &base));
    }
    assert(mw(base.next, &base));
    assert(mw(rover->next, rover));
    return 0;
}
