/* Functions that break their contracts in attacks.ind, each in another way.
 *
 * verdict -DENTRY=returns_freed: wrong
 * verdict -DENTRY=frees_inside: wrong
 * verdict -DENTRY=closes_cycle: wrong
 * verdict -DENTRY=second: wrong (the list may have one node)
 * verdict -DENTRY=first_of_none: wrong
 * verdict -DENTRY=frees_twice: wrong
 * verdict -DENTRY=reads_freed: wrong
 * verdict -DENTRY=loses_new: wrong
 * verdict -DENTRY=loses_given: wrong
 * verdict -DENTRY=both_empty: wrong (equal lists are empty, not impossible)
 * verdict -DENTRY=cross: wrong
 * verdict -DENTRY=one_inside_other: wrong (the rest of one list is lost)
 * verdict -DENTRY=given_is_gone: wrong
 * verdict -DENTRY=unlink_next: wrong
 * verdict -DENTRY=wrong_prev: wrong
 * verdict -DENTRY=under: wrong
 * verdict -DENTRY=pop_two: wrong
 * verdict -DENTRY=push_counts: wrong
 * verdict -DENTRY=sum: wrong (overflow)
 * verdict -DENTRY=above: wrong
 * verdict -DENTRY=all_equal: wrong
 * verdict -DENTRY=early: wrong
 * verdict -DENTRY=shares: wrong
 * verdict -DENTRY=makes_shared: wrong
 * verdict -DENTRY=drops_right: wrong
 * verdict -DENTRY=local: wrong
 * verdict -DENTRY=whole: unclear (a global is no allocated block, which runs do not see)
 * verdict -DENTRY=inner: wrong
 * verdict -DENTRY=unset: wrong
 * verdict -DENTRY=index: wrong
 * verdict -DENTRY=wraps: wrong
 * verdict -DENTRY=mends_one_way: wrong
 * verdict -DENTRY=recursive_loss: wrong
 * verdict -DENTRY=recursive_cycle: wrong
 * verdict -DENTRY=keeps_and_frees: wrong
 * verdict -DENTRY=unrooted: wrong
 */
#include <stdlib.h>
struct node { struct node *next; int data; };
struct both { struct both *next, *prev; };
struct tree { struct tree *left, *right; };
struct rooted { struct rooted *left, *right, *up; struct tree *root; };

struct node *returns_freed(struct node *l)
{
    free(l->next);
    free(l);
    return l;
}

void frees_inside(struct node *l)
{
    if (l && l->next) {
        struct node *rest = l->next->next;
        free(l->next);
        if (!rest)
            l->next = 0;
    }
}

void closes_cycle(struct node *l)
{
    struct node *last = l;
    while (last->next)
        last = last->next;
    if (last != l)
        last->next = l;
}

struct node *second(struct node *l)
{
    return l->next;
}

int first_of_none(struct node *l)
{
    return l->data < 0 ? 0 : 1;
}

void frees_twice(struct node *l)
{
    while (l) {
        struct node *next = l->next;
        free(l);
        if (!next)
            free(l);
        l = next;
    }
}

void reads_freed(struct node *l)
{
    for (; l; l = l->next)
        free(l);
}

void loses_new(struct node *l)
{
    struct node *n = malloc(sizeof *n);
    if (!n)
        return;
    n->next = l;
    n->data = 0;
    if (l)
        n->next = 0;
}

void loses_given(struct node *l)
{
    struct node *n = malloc(sizeof *n);
    if (!n)
        return;
    n->data = 1;
    n->next = 0;
    l->next = n;
}

void both_empty(struct node *l, struct node *m)
{
    (void)l;
    (void)m;
}

void cross(struct node *l, struct node *m)
{
    while (l->next)
        l = l->next;
    l->next = m;
    while (m->next)
        m = m->next;
    m->next = l;
}

void one_inside_other(struct node *l, struct node *m)
{
    if (l && m)
        l->next = m;
}

void given_is_gone(struct node *l)
{
    while (l) {
        struct node *next = l->next;
        free(l);
        l = next;
    }
}

void unlink_next(struct both *l)
{
    struct both *n = l->next;
    if (!n)
        return;
    l->next = n->next;
    free(n);
}

struct both *wrong_prev(struct both *l)
{
    struct both *n = malloc(sizeof *n);
    if (!n)
        abort();
    n->next = l;
    n->prev = 0;
    l->prev = l->next ? n : 0;
    return n;
}

void under(struct both *l, struct both *p)
{
    if (p->next)
        p->next->prev = l ? l->prev->prev : p;
}

struct node *pop_two(struct node *l)
{
    struct node *rest = l->next->next;
    free(l->next);
    free(l);
    return rest;
}

struct node *push_counts(struct node *l)
{
    struct node *n = malloc(sizeof *n);
    if (!n)
        abort();
    n->next = l;
    n->data = 0;
    return n;
}

void sum(struct node *l)
{
    int sum = 0;
    for (; l; l = l->next)
        sum += l->data;
}

void above(struct node *l)
{
    for (; l; l = l->next)
        l->data++;
}

void all_equal(struct node *l, int v)
{
    for (; l; l = l->next)
        if (!l->next)
            l->data = v / 2;
}

struct node *early(struct node *l, struct node *e)
{
    return l == e ? l : 0;
}

void shares(struct tree *t)
{
    if (t && t->left && !t->right)
        t->right = t->left;
}

struct tree *makes_shared(int n)
{
    struct tree *root = malloc(sizeof *root), *child = malloc(sizeof *child);
    if (!root || !child)
        abort();
    child->left = child->right = 0;
    root->left = child;
    root->right = n ? child : 0;
    return root;
}

void drops_right(struct tree *t)
{
    if (t->left)
        t->right = 0;
}

struct node *local(int n)
{
    struct node own = {0, n};
    struct node *volatile at = &own;
    return at;
}

static struct node global;

struct node *whole(int n)
{
    return n ? &global : 0;
}

struct node *inner(struct node *l)
{
    return (struct node *)&l->data;
}

struct node *unset(int n)
{
    struct node *l = malloc(sizeof *l);
    if (!l)
        abort();
    l->next = 0;
    if (n)
        l->data = n;
    return l;
}

int index(int n)
{
    int a[10] = {0};
    return a[n];
}

int wraps(unsigned n)
{
    return (int)n;
}

void mends_one_way(struct node *l)
{
    struct node *prev = 0;
    while (l) {
        struct node *next = l->next;
        l->next = prev;
        prev = l;
        l = next;
    }
    if (prev && prev->next)
        prev->next->next = prev;
}

struct node *recursive_loss(struct node *l)
{
    if (!l)
        return 0;
    struct node *rest = recursive_loss(l->next);
    if (rest && rest->next)
        l->next = rest->next;
    return l;
}

void recursive_cycle(struct node *l, struct node *end)
{
    if (l->next)
        recursive_cycle(l->next, end);
    else {
        while (end->next)
            end = end->next;
        l->next = end;
        end->next = l;
    }
}

void keeps_and_frees(struct node *l, struct node *m)
{
    while (m) {
        struct node *next = m->next;
        if (l && !next) {
            m->next = l->next;
            l->next = m;
        } else
            free(m);
        m = next;
    }
}

void unrooted(struct rooted *t, struct tree *r)
{
    if (r && t->left)
        t->left->root = r->left;
}
