/* Frees a tree without recursion: leaves are cut off one after the other. */
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
    while (root) {
        struct node *above = NULL, *at = root;
        while (at->left || at->right) {
            above = at;
            at = at->left ? at->left : at->right;
        }
        if (!above)
            root = NULL;
        else if (above->left == at)
            above->left = NULL;
        else
            above->right = NULL;
        free(at);
    }
}

static struct node *build(void) {
    struct node *root = NULL;
    while (__VERIFIER_nondet_int())
        root = grow(root, __VERIFIER_nondet_int());
    return root;
}

int main(void) {
    free_all(build());
    return 0;
}
