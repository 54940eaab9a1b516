/* A list whose cells each have a tree of their own. */
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

struct cell {
    struct cell *next;
    struct node *tree;
};

int main(void) {
    struct cell *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct cell *cell = malloc(sizeof *cell);
        cell->tree = build();
        cell->next = list;
        list = cell;
    }
    while (list) {
        struct cell *cell = list;
        list = list->next;
        free_all(cell->tree);
        free(cell);
    }
    return 0;
}
