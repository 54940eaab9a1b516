/* Inserts a cell somewhere into the piece of a list before a cell, and drops what followed. */
#include <assert.h>
#include <stdlib.h>

extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
extern void *__VERIFIER_nondet_pointer(void);

struct node {
    struct node *next;
    int data;
};

static int is_piece(struct node *l, struct node *end)
{
    return l == end || (l && is_piece(l->next, end));
}

static void release(struct node *l)
{
    while (l) {
        struct node *next = l->next;
        free(l);
        l = next;
    }
}

static struct node *cell(int data, struct node *next)
{
    struct node *cell = malloc(sizeof *cell);
    if (!cell)
        abort();
    cell->data = data;
    cell->next = next;
    return cell;
}

int main(void)
{
    struct node *end = cell(0, 0), *l = __VERIFIER_nondet_pointer();
    __VERIFIER_assume(is_piece(l, end));
    struct node *at = l;
    while (at != end && __VERIFIER_nondet_int())
        at = at->next;
    if (at != end)
        at->next = cell(1, end);
    assert(is_piece(l, end));
    release(l);
    return 0;
}
