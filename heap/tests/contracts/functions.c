/* Functions with contracts in functions.ind: the program has no caller.
 *
 * verdict -DENTRY=push: proved
 * verdict -DENTRY=push -DBUG=1: wrong (the new node is linked to itself)
 * verdict -DENTRY=drop: proved
 * verdict -DENTRY=drop -DBUG=2: wrong (an empty list has no first node)
 * verdict -DENTRY=length: proved
 * verdict -DENTRY=length -DBUG=3: wrong (the last node is not counted)
 * verdict -DENTRY=append: proved
 * verdict -DENTRY=append -DBUG=4: wrong (the last node is linked to the first)
 * verdict -DENTRY=insert: proved
 * verdict -DENTRY=insert -DBUG=5: wrong (the next node is not linked back)
 * verdict -DENTRY=reverse: proved
 * verdict -DENTRY=reverse -DBUG=6: wrong (the last node is dropped)
 */
#include <stdlib.h>
#ifndef BUG
#define BUG 0
#endif
struct node { struct node *next; int data; };
struct both { struct both *next, *prev; };

struct node *push(struct node *l, int data)
{
    struct node *n = malloc(sizeof *n);
    if (!n) abort();
    n->next = BUG == 1 ? n : l;
    n->data = data;
    return n;
}

struct node *drop(struct node *l)
{
    struct node *next = l->next;
    free(l);
    return BUG == 2 ? next->next : next;
}

int length(struct node *l)
{
    int n = 0;
    while (l && (BUG != 3 || l->next)) {
        n++;
        l = l->next;
    }
    return n;
}

struct node *append(struct node *l, struct node *m)
{
    if (!l) return m;
    struct node *last = l;
    while (last->next) last = last->next;
    last->next = BUG == 4 ? l : m;
    return l;
}

void insert(struct both *l)
{
    struct both *n = malloc(sizeof *n);
    if (!n) abort();
    n->next = l->next;
    n->prev = l;
    if (l->next && BUG != 5) l->next->prev = n;
    l->next = n;
}

static struct node *onto(struct node *l, struct node *done)
{
    if (!l) return done;
    struct node *next = l->next;
    if (BUG == 6 && !next) return done;
    l->next = done;
    return onto(next, l);
}

struct node *reverse(struct node *l)
{
    return onto(l, 0);
}
