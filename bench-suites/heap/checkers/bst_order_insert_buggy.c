/* Inserts a key into any search tree, on the wrong side of its node. */
#include <assert.h>
#include <stdlib.h>
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
extern void *__VERIFIER_nondet_pointer(void);

#define LOW (-3000000000L)
#define HIGH 3000000000L

struct node {
    struct node *left, *right;
    int key;
};

/* The keys are between low and high, those on the left of a node below its own, those on the right above. */
static int bst(struct node *t, long low, long high)
{
    return t == 0 || (t->key > low && t->key < high && bst(t->left, low, t->key) && bst(t->right, t->key, high));
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
    __VERIFIER_assume(bst(t, LOW, HIGH));
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
        else if (key > above->key)
            above->left = node;
        else
            above->right = node;
    }
    assert(bst(t, LOW, HIGH));
    release(t);
    return 0;
}
