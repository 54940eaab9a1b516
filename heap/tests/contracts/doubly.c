/* Doubly linked lists that are assumed and checked.
 *
 * verdict: proved
 * verdict -DBUG=1: wrong (the node behind the new one links back to the wrong one)
 * verdict -DBUG=2: wrong (the new node links back to nothing)
 * verdict -DBUG=3: wrong (the first node has another predecessor)
 * verdict -DBUG=4: wrong (the predecessor of the first node may be anything)
 */
#include <assert.h>
#include <stdlib.h>
extern void _memcad(const char *);
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next, *prev; };

int main(void)
{
    struct node *l, *n = 0, *c, *p = 0;
    struct node other;
#if BUG == 4
    p = &other;
#endif
    _memcad("add_inductive(l, dll, [p | |])");
    c = l;
    while (c && __VERIFIER_nondet_int())
        c = c->next;
    if (c) {
        n = malloc(sizeof *n);
        if (!n) abort();
        n->next = c->next;
#if BUG == 2
        n->prev = 0;
#else
        n->prev = c;
#endif
#if BUG != 1
        if (n->next) n->next->prev = n;
#endif
        c->next = n;
    }
#if BUG == 3
    p = &other;
#elif BUG == 4
    assert(!l || !l->prev);
#endif
    _memcad("check_inductive(l, dll, [p | |])");
    while (l) {
        c = l->next;
        free(l);
        l = c;
    }
    return 0;
}
