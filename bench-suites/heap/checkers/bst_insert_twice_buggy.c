/* Inserts a key into any tree; a small one is linked from both sides. */
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
    struct node *t = __VERIFIER_nondet_pointer(), *above = 0, *at, *node;
    int key = __VERIFIER_nondet_int();
    __VERIFIER_assume(is_tree(t));
    at = t;
    while (at && at->key != key) {
        above = at;
        at = key < at->key ? at->left : at->right;
    }
    if (!at) {
        node = malloc(sizeof *node);
        if (!node)
            abort();
        node->left = node->right = 0;
        node->key = key;
        if (!above)
            t = node;
        else if (key < above->key)
            above->left = above->right = node;
        else
            above->right = node;
    }
    assert(is_tree(t));
    release(t);
    return 0;
}
