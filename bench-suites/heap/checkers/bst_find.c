/* Finds a key in any tree by a walk, and changes nothing. */
#include <assert.h>
#include <stdlib.h>

extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
extern void *__VERIFIER_nondet_pointer(void);

struct node {
    struct node *left, *right;
    int key;
};

static int is_tree(struct node *t)
{
    return t == 0 || (is_tree(t->left) && is_tree(t->right));
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
    struct node *t = __VERIFIER_nondet_pointer(), *at;
    int key = __VERIFIER_nondet_int();
    __VERIFIER_assume(is_tree(t));
    at = t;
    while (at && at->key != key)
        at = key < at->key ? at->left : at->right;
    if (at)
        assert(at->key == key);
    assert(is_tree(t));
    release(t);
    return 0;
}
