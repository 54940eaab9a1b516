/* A manager of one block from the system; a user writes behind the end of a block. */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

extern void *sbrk(intptr_t);
extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
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
                list = cur->next;
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
        prev->size += bp->size;
        prev->next = bp->next;
    } else {
        prev->next = bp;
    }
}

int main(void)
{
    struct node *held = 0;
    size_t units = __VERIFIER_nondet_ulong();
    void *memory;
    if (units < 2 || units > 4096)
        return 0;
    memory = sbrk(units * sizeof(struct node));
    if (memory == (void *)-1)
        return 0;
    list = memory;
    list->size = units;
    list->next = 0;
    while (__VERIFIER_nondet_int()) {
        if (held == 0) {
            size_t n = __VERIFIER_nondet_ulong();
            if (n >= 2 && n <= 4096) {
                held = allocate(n);
                if (held != 0)
                    held[n].size = 0;
            }
        } else {
            release(held + 1);
            held = 0;
        }
    }
    assert(mw(list, 0));
    return 0;
}
