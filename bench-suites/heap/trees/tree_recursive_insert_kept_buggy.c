/* Removes the smallest key of a search tree, but the node above still leads to it. */
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

static struct node *insert(struct node *root, int key) {
    if (!root)
        return leaf(key);
    if (key < root->key)
        root->left = insert(root->left, key);
    else if (key > root->key)
        root->right = insert(root->right, key);
    return root;
}

static struct node *without_smallest(struct node *root) {
    if (!root)
        return NULL;
    if (!root->left) {
        struct node *rest = root->right;
        free(root);
        return rest;
    }
    without_smallest(root->left);
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
        root = insert(root, __VERIFIER_nondet_int());
    return root;
}

int main(void) {
    struct node *root = without_smallest(build());
    free_all(root);
    return 0;
}
