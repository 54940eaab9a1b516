/* Pieces of lists, structures that lead to lists, and trees.
 *
 * verdict: proved
 * verdict -DBUG=1: wrong (the piece ends elsewhere)
 * verdict -DBUG=2: wrong (not all nodes share the same)
 * verdict -DBUG=3: wrong (both children are the same tree)
 * verdict -DBUG=4: wrong (a command says that nothing comes here)
 * verdict -DBUG=5: wrong (the end of a piece is not known to be null)
 */
#include <assert.h>
#include <stdlib.h>
extern void _memcad(const char *);
struct node { struct node *next; int data; };
struct share { struct share *next; int *shared; };
struct head { struct share *first; int *shared; };
struct tree { struct tree *left, *right; };

static void *make(unsigned long size)
{
    void *p = malloc(size);
    if (!p) abort();
    return p;
}

static void pieces(void)
{
    struct node *l, *m, *end = make(sizeof *end), *k, elsewhere;
    end->next = 0;
    end->data = 1;
    _memcad("add_inductive(l, piece, [end | |])");
    m = l;
    while (m != end)
        m = m->next;
#if BUG == 1
    end = &elsewhere;
#elif BUG == 5
    assert(l == end);
#endif
    _memcad("check_inductive(l, piece, [end | |])");
    _memcad("check_inductive(l, list)");
    while (l) {
        k = l->next;
        free(l);
        l = k;
    }
}

static void sharing(void)
{
    struct head *h;
    struct share *n = make(sizeof *n), *k;
    int other;
    _memcad("add_inductive(h, head)");
    n->next = h->first;
#if BUG == 2
    n->shared = &other;
#else
    n->shared = h->shared;
#endif
    h->first = n;
    _memcad("check_inductive(h, head)");
    n = h->first;
    free(h);
    while (n) {
        k = n->next;
        free(n);
        n = k;
    }
}

static void trees(void)
{
    struct tree *t = make(sizeof *t), *u = make(sizeof *u);
    u->left = u->right = 0;
    t->left = u;
#if BUG == 3
    t->right = u;
#else
    t->right = 0;
#endif
    _memcad("check_inductive(t, tree)");
    free(u);
    free(t);
}

int main(void)
{
    int i = 3;
    pieces();
    sharing();
    trees();
    if (i > 3)
        _memcad("check_bottomness(true)");
#if BUG == 4
    if (i == 3)
        _memcad("check_bottomness(true)");
#endif
    if (i == 3) {
        _memcad("kill_flow");
        assert(0);
    }
    return 0;
}
