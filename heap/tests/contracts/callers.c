/* What the caller gave, or gets, is not lost; what neither it nor a global leads to is.
 *
 * verdict -DENTRY=clear: proved
 * verdict -DENTRY=reverse: proved
 * verdict -DENTRY=reverse -DBUG=1: wrong (the caller has the last node only)
 * verdict -DENTRY=cut: proved
 * verdict -DENTRY=cut -DBUG=2: wrong (what was behind the first node is lost)
 * verdict -DENTRY=pop: proved
 * verdict -DENTRY=pop -DBUG=3: wrong (the first node is freed, the others are lost)
 * verdict -DENTRY=remove_all: proved
 * verdict -DENTRY=remove_all -DBUG=4: wrong (nodes are unlinked and not freed)
 * verdict -DENTRY=make: proved
 * verdict -DENTRY=make -DBUG=5: wrong (what the new node leads to is dropped)
 * verdict -DENTRY=insert: proved
 * verdict -DENTRY=insert -DBUG=6: wrong (a subtree is replaced)
 * verdict -DENTRY=rotate: proved
 * verdict -DENTRY=rotate -DBUG=7: wrong (a subtree is dropped)
 * verdict -DENTRY=count: proved
 * verdict -DENTRY=release: proved
 * verdict -DENTRY=release -DBUG=8: wrong (right subtrees are lost)
 * verdict -DENTRY=mirror: proved
 * verdict -DENTRY=wrap: proved
 * verdict -DENTRY=wrap -DBUG=9: wrong (the record that is returned does not lead to the list)
 */
#include <assert.h>
#include <stdlib.h>
extern void __VERIFIER_assume(int);
struct node { struct node *next; int data; };
struct tree { struct tree *left, *right; int data; };
struct box { struct node *first; int size; };

static int is_list(struct node *l) { return l == 0 || is_list(l->next); }
static int is_tree(struct tree *t) { return t == 0 || (is_tree(t->left) && is_tree(t->right)); }

void clear(struct node *l)
{
    __VERIFIER_assume(is_list(l));
    for (struct node *p = l; p; p = p->next)
        p->data = 0;
}

struct node *reverse(struct node *l)
{
    __VERIFIER_assume(is_list(l));
    struct node *done = 0;
    while (l) {
        struct node *next = l->next;
        l->next = done;
        done = l;
        l = next;
    }
    assert(is_list(done));
#if BUG == 1
    return 0;
#else
    return done;
#endif
}

struct node *cut(struct node *l)
{
    __VERIFIER_assume(is_list(l));
    struct node *rest = 0;
    if (l) {
        rest = l->next;
        l->next = 0;
    }
#if BUG == 2
    return l;
#else
    return rest;
#endif
}

struct node *pop(struct node *l)
{
    __VERIFIER_assume(is_list(l));
    if (!l) return 0;
    struct node *next = l->next;
    free(l);
#if BUG == 3
    return 0;
#else
    return next;
#endif
}

struct node *remove_all(struct node *l, int data)
{
    __VERIFIER_assume(is_list(l));
    struct node *prev = 0, *p = l;
    while (p) {
        struct node *next = p->next;
        if (p->data == data) {
            if (prev) prev->next = next;
            else l = next;
#if BUG != 4
            free(p);
#endif
        } else {
            prev = p;
        }
        p = next;
    }
    assert(is_list(l));
    return l;
}

struct node *make(int data)
{
    struct node *n = malloc(sizeof *n);
    if (!n) abort();
    n->next = malloc(sizeof *n);
    if (!n->next) abort();
    n->next->next = 0;
    n->data = n->next->data = data;
#if BUG == 5
    n->next = 0;
#endif
    return n;
}

struct tree *insert(struct tree *t, int data)
{
    __VERIFIER_assume(is_tree(t));
    struct tree *n = malloc(sizeof *n), *p = t;
    if (!n) abort();
    n->left = n->right = 0;
    n->data = data;
    if (!t) return n;
    for (;;) {
        if (data < p->data) {
            if (!p->left) {
                p->left = n;
                break;
            }
            p = p->left;
        } else {
#if BUG == 6
            if (!p->right || p->data == data) {
#else
            if (!p->right) {
#endif
                p->right = n;
                break;
            }
            p = p->right;
        }
    }
    assert(is_tree(t));
    return t;
}

struct tree *rotate(struct tree *t)
{
    __VERIFIER_assume(is_tree(t));
    if (!t || !t->left) return t;
    struct tree *up = t->left;
#if BUG == 7
    t->left = 0;
#else
    t->left = up->right;
#endif
    up->right = t;
    assert(is_tree(up));
    return up;
}

static int count_nodes(struct tree *t)
{
    return t ? (count_nodes(t->left) & 1) + (count_nodes(t->right) & 1) + 1 : 0;
}

int count(struct tree *t)
{
    __VERIFIER_assume(is_tree(t));
    return count_nodes(t);
}

static void free_nodes(struct tree *t)
{
    if (!t) return;
    free_nodes(t->left);
#if BUG != 8
    free_nodes(t->right);
#endif
    free(t);
}

void release(struct tree *t)
{
    __VERIFIER_assume(is_tree(t));
    free_nodes(t);
}

static struct tree *mirror_nodes(struct tree *t)
{
    if (!t) return 0;
    struct tree *left = mirror_nodes(t->left);
    t->left = mirror_nodes(t->right);
    t->right = left;
    return t;
}

struct tree *mirror(struct tree *t)
{
    __VERIFIER_assume(is_tree(t));
    return mirror_nodes(t);
}

struct box wrap(struct node *l)
{
    struct box box;
    __VERIFIER_assume(is_list(l));
    box.first = l ? l->next : 0;
    box.size = 1;
    if (l) free(l);
#if BUG == 9
    box.first = 0;
#endif
    return box;
}
