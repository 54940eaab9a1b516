/* Reverses any list in place; the result is a list. */
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
    struct node *l = __VERIFIER_nondet_pointer(), *r = 0;
    __VERIFIER_assume(is_list(l));
    while (l) {
        struct node *next = l->next;
        l->next = r;
        r = l;
        l = next;
    }
    assert(is_list(r));
    release(r);
    return 0;
}
