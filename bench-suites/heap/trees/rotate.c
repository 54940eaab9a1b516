/* Rotates a tree at its root, to the left or to the right. */
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

static void free_all(struct node *root) {
    if (!root)
        return;
    free_all(root->left);
    free_all(root->right);
    free(root);
}

static struct node *build(void) {
    struct node *root = NULL;
    while (__VERIFIER_nondet_int())
        root = grow(root, __VERIFIER_nondet_int());
    return root;
}

static struct node *rotate_left(struct node *root) {
    struct node *top = root->right;
    root->right = top->left;
    top->left = root;
    return top;
}

static struct node *rotate_right(struct node *root) {
    struct node *top = root->left;
    root->left = top->right;
    top->right = root;
    return top;
}

int main(void) {
    struct node *root = build();
    while (root && __VERIFIER_nondet_int()) {
        if (root->right && __VERIFIER_nondet_int())
            root = rotate_left(root);
        else if (root->left)
            root = rotate_right(root);
    }
    free_all(root);
    return 0;
}
