/* Adds a leaf to any tree with links to the parents, and climbs from it to the root. */
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
    struct node *t = __VERIFIER_nondet_pointer(), *at, *node;
    __VERIFIER_assume(is_ptree(t, 0));
    at = t;
    while (at && at->left)
        at = at->left;
    if (at) {
        node = malloc(sizeof *node);
        if (!node)
            abort();
        node->left = node->right = 0;
        node->up = at;
        node->key = 0;
        at->left = node;
        while (node->up) {
            node = node->up;
            node->key = 1;
        }
        assert(node == t);
    }
    assert(is_ptree(t, 0));
    release(t);
    return 0;
}
