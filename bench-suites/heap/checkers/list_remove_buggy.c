/* Removes nodes from any list, without a case for the first one. */
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
    struct node *l = __VERIFIER_nondet_pointer(), *prev = 0, *cur;
    int v = __VERIFIER_nondet_int();
    __VERIFIER_assume(is_list(l));
    cur = l;
    while (cur) {
        struct node *next = cur->next;
        if (cur->data == v) {
            prev->next = next;
            free(cur);
        } else {
            prev = cur;
        }
        cur = next;
    }
    assert(is_list(l));
    release(l);
    return 0;
}
