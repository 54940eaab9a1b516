/* Lists that are assumed, changed and checked.
 *
 * verdict: proved
 * verdict -DBUG=1: wrong (the last node leads back to the first one)
 * verdict -DBUG=2: wrong (the first node was freed)
 * verdict -DBUG=3: wrong (the assumed list may be empty)
 * verdict -DBUG=4: wrong (it need not be empty)
 * verdict -DBUG=5: unclear (a node that is no allocated block)
 * verdict -DBUG=6: unclear (a node that is larger than those of the list)
 * verdict -DBUG=7: wrong (data that are not initialized)
 * verdict -DBUG=8: wrong (the address of the data is not that of the node)
 * verdict -DBUG=9: wrong (a link that is not initialized)
 */
#include <assert.h>
#include <stdlib.h>
extern void _memcad(const char *);
struct node { struct node *next; int data; };
struct large { struct node node; long more; };

int main(void)
{
    struct node *l, *r = 0, *first, *k;
    _memcad("add_inductive(l, list)");
    first = l;
#if BUG == 3
    assert(l);
#elif BUG == 4
    assert(!l);
#endif
    while (l) {
        k = l->next;
        l->next = r;
        r = l;
        l = k;
    }
    struct node *m = malloc(sizeof(struct large));
    struct node local;
    if (!m) abort();
#if BUG == 5
    free(m);
    m = &local;
#elif BUG != 6
    free(m);
    m = malloc(sizeof *m);
    if (!m) abort();
#endif
#if BUG != 7
    m->data = 5;
#endif
#if BUG != 9
    m->next = r;
#endif
    _memcad("check_inductive(r, list)");
#if BUG == 1
    if (first) first->next = m;
#elif BUG == 2
    if (first) free(first);
#elif BUG == 8
    m = (struct node *)&m->data;
#endif
    _memcad("check_inductive(m, list)");
    _memcad("unfold(m)");
    while (m) {
        k = m->next;
        free(m);
        m = k;
    }
    return 0;
}
