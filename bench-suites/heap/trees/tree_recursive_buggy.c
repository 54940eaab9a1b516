/* Copies a tree recursively; the copies share their right subtrees with the originals. */
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

static struct node *build(int depth) {
    if (depth <= 0 || __VERIFIER_nondet_int())
        return NULL;
    struct node *node = leaf(depth);
    node->left = build(depth - 1);
    node->right = build(depth - 1);
    return node;
}

static struct node *copy(const struct node *root) {
    if (!root)
        return NULL;
    struct node *node = leaf(root->key);
    node->left = copy(root->left);
    node->right = root->right;
    return node;
}

static void mirror(struct node *root) {
    if (!root)
        return;
    struct node *left = root->left;
    mirror(left);
    mirror(root->right);
    root->left = root->right;
    root->right = left;
}

static void free_all(struct node *root) {
    if (!root)
        return;
    free_all(root->left);
    free_all(root->right);
    free(root);
}

int main(void) {
    struct node *root = build(__VERIFIER_nondet_int());
    struct node *other = copy(root);
    mirror(root);
    free_all(other);
    free_all(root);
    return 0;
}
