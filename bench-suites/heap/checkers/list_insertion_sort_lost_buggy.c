/* Sorts any list by insertion; what is behind the new node is lost. */
#include <assert.h>
#include <stdlib.h>

extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
extern void *__VERIFIER_nondet_pointer(void);

struct node {
    struct node *next;
    int data;
};

static int is_list(struct node *l)
{
    return l == 0 || is_list(l->next);
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
    struct node *l = __VERIFIER_nondet_pointer(), *sorted = 0;
    __VERIFIER_assume(is_list(l));
    while (l) {
        struct node *n = l, *prev = 0, *cur = sorted;
        l = l->next;
        while (cur && cur->data < n->data) {
            prev = cur;
            cur = cur->next;
        }
        n->next = 0;
        if (prev)
            prev->next = n;
        else
            sorted = n;
    }
    assert(is_list(sorted));
    release(sorted);
    return 0;
}
