/* Lengths of lists and the data of their nodes.
 *
 * verdict: proved
 * verdict -DBUG=1: wrong (the length grows by one)
 * verdict -DBUG=2: wrong (the data of the new node are out of bounds)
 * verdict -DBUG=3: wrong (the data of an assumed node are not that small)
 * verdict -DBUG=4: wrong (the data of the new node differ)
 * verdict -DBUG=5: wrong (a node is made different)
 * verdict -DBUG=6: wrong (one node is freed, and the length is the same)
 */
#include <assert.h>
#include <stdlib.h>
extern void _memcad(const char *);
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int data; };

static struct node *push(struct node *l, int data)
{
    struct node *n = malloc(sizeof *n);
    if (!n) abort();
    n->next = l;
    n->data = data;
    return n;
}

static void release(struct node *l)
{
    while (l) {
        struct node *k = l->next;
        free(l);
        l = k;
    }
}

int main(void)
{
    int n = __VERIFIER_nondet_int(), m;
    _memcad("assume(n >= 0, n < 1000)");
    struct node *l, *b, *e;
    _memcad("add_inductive(l, counted, [ | n | ])");
    l = push(l, n);
#if BUG == 1
    m = n;
#else
    m = n + 1;
#endif
    _memcad("check_inductive(l, counted, [ | m | ])");
#if BUG == 6
    struct node *next = l->next;
    free(l);
    l = next;
    _memcad("check_inductive(l, counted, [ | m | ])");
#endif
    release(l);

    _memcad("add_inductive(b, bounded)");
#if BUG == 3
    if (b) assert(b->data < 9);
#else
    if (b) assert(0 <= b->data && b->data < 10);
#endif
#if BUG == 2
    b = push(b, 10);
#else
    b = push(b, 9);
#endif
    _memcad("check_inductive(b, bounded)");
    release(b);

    _memcad("add_inductive(e, equal, [ | n | ])");
    if (e) assert(e->data == n);
#if BUG == 4
    e = push(e, n + 1);
#elif BUG == 5
    e = push(e, n);
    if (e->next) e->next->data = 7;
#else
    e = push(e, n);
#endif
    _memcad("check_inductive(e, equal, [ | n | ])");
    release(e);
    return 0;
}
