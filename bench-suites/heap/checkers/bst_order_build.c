/* Builds a search tree by insertions; the keys are in order. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

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
    struct node *t = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *above = 0, *at = t;
        int key = __VERIFIER_nondet_int();
        while (at && at->key != key) {
            above = at;
            at = key < at->key ? at->left : at->right;
        }
        if (at)
            continue;
        struct node *node = malloc(sizeof *node);
        if (!node)
            abort();
        node->left = node->right = 0;
        node->key = key;
        if (!above)
            t = node;
        else if (key < above->key)
            above->left = node;
        else
            above->right = node;
    }
    assert(bst(t, LOW, HIGH));
    release(t);
    return 0;
}
