/* Inserts keys into a search tree; a larger key always goes below the root, and what was there is lost. */
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
    struct node *above = NULL, *at = root;
    while (at) {
        above = at;
        at = key < at->key ? at->left : at->right;
    }
    struct node *node = leaf(key);
    if (!above)
        return node;
    if (key < above->key)
        above->left = node;
    else
        root->right = node;
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
    free_all(build());
    return 0;
}
