/* Trees that are assumed, searched, changed and checked.
 *
 * verdict: proved
 * verdict -DBUG=1: wrong (the new node links up to the wrong one)
 * verdict -DBUG=2: wrong (a node that two others link to)
 * verdict -DBUG=3: wrong (a node that does not have the root that all others have)
 * verdict -DBUG=4: wrong (the tree may be empty)
 * verdict -DBUG=5: wrong (what is below the root does not have the parent of the root)
 */
#include <assert.h>
#include <stdlib.h>
extern void _memcad(const char *);
extern int __VERIFIER_nondet_int(void);
struct node { struct node *left, *right, *up, *root; };

/* What it points to is not lost when the program ends. */
static struct node *t;

int main(void)
{
    struct node *c, *n, *p = 0, *root = 0;
    struct node other;
    _memcad("add_inductive(t, rooted, [p, root | |])");
    c = t;
#if BUG != 4
    if (c)
#endif
        while (c->left && __VERIFIER_nondet_int())
            c = c->left;
    if (c && !c->left) {
        n = malloc(sizeof *n);
        if (!n) abort();
        n->left = n->right = 0;
#if BUG == 1
        n->up = t;
#else
        n->up = c;
#endif
#if BUG == 3
        n->root = &other;
#else
        n->root = root;
#endif
        c->left = n;
#if BUG == 2
        c->right = n;
#endif
    }
#if BUG == 5
    if (t && t->left) {
        c = t->left;
        _memcad("check_inductive(c, rooted, [p, root | |])");
    }
#else
    if (t && t->left) {
        c = t->left;
        _memcad("check_inductive(c, rooted, [t, root | |])");
    }
#endif
    _memcad("check_inductive(t, rooted, [p, root | |])");
    return 0;
}
