/* Rotates any tree with links to the parents; that of the subtree in the middle is forgotten. */
#include <assert.h>
#include <stdlib.h>

extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
extern void *__VERIFIER_nondet_pointer(void);

struct node {
    struct node *left, *right, *up;
    int key;
};

static int is_ptree(struct node *t, struct node *up)
{
    return t == 0 || (t->up == up && is_ptree(t->left, t) && is_ptree(t->right, t));
}

static void release(struct node *t)
{
    if (!t)
        return;
    release(t->left);
    release(t->right);
    free(t);
}

int main(void)
{
    struct node *t = __VERIFIER_nondet_pointer(), *top;
    __VERIFIER_assume(is_ptree(t, 0));
    if (t && t->left) {
        top = t->left;
        t->left = top->right;
        top->right = t;
        top->up = 0;
        t->up = top;
        t = top;
    }
    assert(is_ptree(t, 0));
    release(t);
    return 0;
}
