/* Removes from any list the cells whose data are not between 0 and 9. */
#include <assert.h>
#include <stdlib.h>

extern void __VERIFIER_assume(int);
extern void *__VERIFIER_nondet_pointer(void);

struct node {
    struct node *next;
    int data;
};

static int is_list(struct node *l)
{
    return l == 0 || is_list(l->next);
}

static int is_small(struct node *l)
{
    return l == 0 || (l->data >= 0 && l->data < 10 && is_small(l->next));
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
    struct node *l = __VERIFIER_nondet_pointer(), *kept = 0;
    __VERIFIER_assume(is_list(l));
    while (l) {
        struct node *next = l->next;
        if (l->data < 0 || l->data >= 10) {
            free(l);
        } else {
            l->next = kept;
            kept = l;
        }
        l = next;
    }
    assert(is_small(kept));
    release(kept);
    return 0;
}
