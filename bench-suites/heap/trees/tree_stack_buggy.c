/* Frees a tree with a stack of subtrees; the right ones are forgotten. */
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

struct item {
    struct item *next;
    struct node *tree;
};

static struct item *push(struct item *stack, struct node *tree) {
    if (!tree)
        return stack;
    struct item *item = malloc(sizeof *item);
    item->next = stack;
    item->tree = tree;
    return item;
}

int main(void) {
    struct item *stack = push(NULL, build());
    while (stack) {
        struct item *item = stack;
        struct node *tree = item->tree;
        stack = item->next;
        free(item);
        stack = push(stack, tree->left);
        free(tree);
    }
    return 0;
}
