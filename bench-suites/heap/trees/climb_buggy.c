/* A tree with links to the parents, in which the link of a new node is forgotten. */
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct node {
    struct node *left, *right, *parent;
    int key;
};

static struct node *leaf(int key, struct node *parent) {
    struct node *node = malloc(sizeof *node);
    node->left = node->right = NULL;
    node->key = key;
    node->parent = parent;
    return node;
}

static struct node *grow(struct node *root, int key) {
    if (!root)
        return leaf(key, NULL);
    struct node *at = root;
    while (at->left && at->right)
        at = __VERIFIER_nondet_int() ? at->left : at->right;
    if (!at->left)
        at->left = leaf(key, NULL);
    else
        at->right = leaf(key, at);
    return root;
}

static struct node *build(void) {
    struct node *root = NULL;
    while (__VERIFIER_nondet_int())
        root = grow(root, __VERIFIER_nondet_int());
    return root;
}

static void free_all(struct node *root) {
    struct node *at = root;
    while (at) {
        if (at->left) {
            at = at->left;
        } else if (at->right) {
            at = at->right;
        } else {
            struct node *above = at->parent;
            if (above && above->left == at)
                above->left = NULL;
            else if (above)
                above->right = NULL;
            free(at);
            at = above;
        }
    }
}

int main(void) {
    struct node *root = build();
    struct node *at = root;
    while (at && at->left)
        at = at->left;
    while (at && at->parent)
        at = at->parent;
    assert(at == root);
    free_all(root);
    return 0;
}
