/* Frees a tree without a stack: links on the way down are turned round to lead back. */
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct node {
    struct node *left, *right;
    int key;
};

static struct node *leaf(int key) {
    struct node *node = malloc(sizeof *node);
    node->left = node->right = NULL;
    node->key = key;
    return node;
}

static struct node *grow(struct node *root, int key) {
    if (!root)
        return leaf(key);
    struct node *at = root;
    while (at->left && at->right)
        at = __VERIFIER_nondet_int() ? at->left : at->right;
    if (!at->left)
        at->left = leaf(key);
    else
        at->right = leaf(key);
    return root;
}

static struct node *build(void) {
    struct node *root = NULL;
    while (__VERIFIER_nondet_int())
        root = grow(root, __VERIFIER_nondet_int());
    return root;
}

int main(void) {
    struct node *at = build(), *above = NULL;
    while (at || above) {
        if (at && at->left) {
            struct node *below = at->left;
            at->left = above;
            above = at;
            at = below;
        } else if (at && at->right) {
            struct node *below = at->right;
            at->left = above;
            at->right = NULL;
            above = at;
            at = below;
        } else {
            free(at);
            at = above;
            if (above) {
                above = at->left;
                at->left = NULL;
            }
        }
    }
    return 0;
}
