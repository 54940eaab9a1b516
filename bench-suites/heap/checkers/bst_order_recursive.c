/* Inserts a key into any search tree by recursion; the order stays. */
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

static struct node *insert(struct node *t, int key)
{
    if (!t) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            abort();
        node->left = node->right = 0;
        node->key = key;
        return node;
    }
    if (key < t->key)
        t->left = insert(t->left, key);
    else if (key > t->key)
        t->right = insert(t->right, key);
    return t;
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
    struct node *t = __VERIFIER_nondet_pointer();
    int key = __VERIFIER_nondet_int();
    __VERIFIER_assume(bst(t, LOW, HIGH));
    t = insert(t, key);
    assert(bst(t, LOW, HIGH));
    release(t);
    return 0;
}
