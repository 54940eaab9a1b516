/* Recursive tests in C are definitions: assumed of inputs, and checked by assertions.
 *
 * verdict -DENTRY=lists: proved
 * verdict -DENTRY=lists -DBUG=1: wrong (the last node leads back to the first one)
 * verdict -DENTRY=lists -DBUG=2: wrong (a node was freed)
 * verdict -DENTRY=small: proved
 * verdict -DENTRY=small -DBUG=3: wrong (the bound is one less)
 * verdict -DENTRY=small -DBUG=4: wrong (a node gets a large number)
 * verdict -DENTRY=doubly: proved
 * verdict -DENTRY=doubly -DBUG=5: wrong (the new first node is not what its successor links back to)
 * verdict -DENTRY=counted: proved
 * verdict -DENTRY=counted -DBUG=6: wrong (one node more)
 * verdict -DENTRY=trees: proved
 * verdict -DENTRY=trees -DBUG=7: wrong (both children are the same)
 * verdict -DENTRY=rows: proved
 * verdict -DENTRY=rows -DBUG=8: wrong (one tree is in two places)
 * verdict -DENTRY=filled: proved
 * verdict -DENTRY=filled -DBUG=9: wrong (more than there is room for)
 * verdict -DENTRY=beyond: unclear (the test reads outside of its record)
 * verdict -DENTRY=odd: unclear (the test has a loop)
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
extern void *__VERIFIER_nondet_pointer(void);
struct node { struct node *next, *prev; int data; char name[6]; };
struct tree { struct tree *left, *right; };
struct row { struct row *next; struct tree *trees[3]; };
/* What is held here is not lost when the program ends. */
static struct node *held;
static struct tree *held_tree;

static int is_list(struct node *l) { return l == 0 || is_list(l->next); }

static int is_small(struct node *l)
{
    if (!l) return 1;
    return l->data >= 0 && l->data < 10 && is_small(l->next);
}

static int is_dll(struct node *l, struct node *p) { return !l || (l->prev == p && is_dll(l->next, l)); }

static int has_length(struct node *l, int n)
{
    if (l == 0) return n == 0;
    return has_length(l->next, n - 1);
}

static int is_tree(struct tree *t) { return !t || (is_tree(t->left) && is_tree(t->right)); }

static int is_odd(struct node *l)
{
    while (l) l = l->next;
    return is_odd(l);
}

static struct node *make(struct node *next)
{
    struct node *n = malloc(sizeof *n);
    if (!n) abort();
    n->next = next;
    n->prev = 0;
    n->data = 0;
    return n;
}

int lists(struct node *l)
{
    __VERIFIER_assume(is_list(l));
    held = l;
    l = held = make(l);
    assert(is_list(l));
#if BUG == 1
    while (l->next) l = l->next;
    l->next = held;
#elif BUG == 2
    l->next = make(0);
    free(l->next);
#endif
    assert(is_list(held));
    return 0;
}

int small(struct node *l)
{
    __VERIFIER_assume(is_small(l));
    held = l;
    if (l) {
#if BUG == 3
        assert(l->data < 9);
#else
        assert(l->data < 10);
#endif
#if BUG == 4
        l->data = 10;
#else
        l->data = 9;
#endif
        assert(is_small(l->next));
    }
    assert(is_small(l));
    assert(is_list(l));
    return 0;
}

int doubly(void)
{
    struct node *l = __VERIFIER_nondet_pointer();
    __VERIFIER_assume(is_dll(l, 0));
    held = make(l);
#if BUG != 5
    if (l) l->prev = held;
#endif
    assert(is_dll(held, 0));
    return 0;
}

int counted(void)
{
    struct node *l;
    int n = __VERIFIER_nondet_int(), k = 0;
    __VERIFIER_assume(n >= 0 && n < 100);
    __VERIFIER_assume(has_length(l, n));
    held = l;
    for (struct node *c = l; c; c = c->next)
        k++;
    assert(k == n);
    held = make(l);
#if BUG == 6
    assert(has_length(held, n));
#else
    assert(has_length(held, n + 1));
#endif
    return 0;
}

int trees(struct tree *t)
{
    __VERIFIER_assume(is_tree(t));
    held_tree = malloc(sizeof *t);
    if (!held_tree) abort();
    held_tree->left = t;
#if BUG == 7
    held_tree->right = t;
#else
    held_tree->right = 0;
#endif
    assert(is_tree(held_tree));
    return 0;
}

static int are_rows(struct row *r)
{
    return r == 0
        || (is_tree(r->trees[0]) && is_tree(r->trees[1]) && is_tree(r->trees[2]) && are_rows(r->next));
}

/* Changes two trees at an index that is an input. */
int rows(struct row *r, int index)
{
    __VERIFIER_assume(are_rows(r));
    if (r && index >= 0 && index < 3) {
        struct tree *t = r->trees[index];
        r->trees[index] = r->trees[0];
#if BUG != 8
        r->trees[0] = t;
#endif
    }
    assert(are_rows(r));
    return 0;
}

struct block { struct block *next; int used; char bytes[16]; };

static int are_blocks(struct block *b)
{
    return b == 0 || (b->used >= 0 && b->used <= 16 && are_blocks(b->next));
}

/* Fills a part of a block, whose size and place are inputs. */
int filled(struct block *b, int at, int count)
{
    const char text[16] = {0};
    __VERIFIER_assume(are_blocks(b));
    if (b && at >= 0 && at <= 16 && count >= 0 && count <= 16 - at) {
        memcpy(b->bytes + at, text, count);
        assert(b->used <= 16);
#if BUG == 9
        b->used = at + count + 1;
#else
        b->used = at + count;
#endif
    }
    assert(are_blocks(b));
    return 0;
}

static int is_beyond(struct row *r) { return r == 0 || (is_tree(r->trees[5]) && is_beyond(r->next)); }

int beyond(struct row *r)
{
    __VERIFIER_assume(is_beyond(r));
    return 0;
}

int odd(struct node *l)
{
    __VERIFIER_assume(is_odd(l));
    return 0;
}

int main(void) { return 0; }
