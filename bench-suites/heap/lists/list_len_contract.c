/* Counts the cells of any list of n cells: they are n. */
#include <assert.h>
#include <stdlib.h>

extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
extern void *__VERIFIER_nondet_pointer(void);

struct node {
    struct node *next;
    int data;
};

static int has_length(struct node *l, int n)
{
    return l == 0 ? n == 0 : has_length(l->next, n - 1);
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
    int n = __VERIFIER_nondet_int(), count = 0;
    __VERIFIER_assume(has_length(l, n));
    for (struct node *at = l; at; at = at->next)
        count++;
    assert(count == n);
    release(l);
    return 0;
}
