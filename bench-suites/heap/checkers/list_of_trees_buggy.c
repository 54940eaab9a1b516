/* Empties the trees of any list of trees; the roots stay linked. */
#include <assert.h>
#include <stdlib.h>
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
extern void *__VERIFIER_nondet_pointer(void);

struct tree {
    struct tree *left, *right;
    int value;
};

struct item {
    struct item *next;
    struct tree *t;
};

static int is_tree(struct tree *t)
{
    return t == 0 || (is_tree(t->left) && is_tree(t->right));
}

static int are_trees(struct item *l)
{
    return l == 0 || (is_tree(l->t) && are_trees(l->next));
}

static void release(struct tree *t)
{
    if (!t)
        return;
    release(t->left);
    release(t->right);
    free(t);
}

int main(void)
{
    struct item *l = __VERIFIER_nondet_pointer();
    __VERIFIER_assume(are_trees(l));
    struct item *p = l;
    while (p) {
        if (p->t) {
            release(p->t);
        }
        p = p->next;
    }
    assert(are_trees(l));
    while (l) {
        struct item *next = l->next;
        release(l->t);
        free(l);
        l = next;
    }
    return 0;
}
