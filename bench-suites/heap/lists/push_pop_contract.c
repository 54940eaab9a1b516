/* Pushes a cell onto any list of n cells, and pops it: the list has n + 1 cells, then n. */
#include <assert.h>
#include <stdlib.h>

extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
extern void *__VERIFIER_nondet_pointer(void);

struct node {
    struct node *next;
    int data;
};

static int has_length(struct node *l, int n)
{
    return l == 0 ? n == 0 : has_length(l->next, n - 1);
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
    struct node *l = __VERIFIER_nondet_pointer();
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(has_length(l, n));
    if (n == 2147483647) {
        release(l);
        return 0;
    }
    l = cell(__VERIFIER_nondet_int(), l);
    assert(has_length(l, n + 1));
    struct node *top = l;
    l = l->next;
    free(top);
    assert(has_length(l, n));
    release(l);
    return 0;
}
