/* Appends a cell to any list; the new cell leads back to the first one. */
#include <assert.h>
#include <stdlib.h>

extern void __VERIFIER_assume(int);
extern void *__VERIFIER_nondet_pointer(void);

struct node {
    struct node *next;
    int data;
};

static int is_list(struct node *l)
{
    return l == 0 || is_list(l->next);
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
    __VERIFIER_assume(is_list(l));
    struct node *last = l, *added = cell(1, 0);
    while (last && last->next)
        last = last->next;
    if (last)
        last->next = added;
    else
        l = added;
    added->next = l;
    assert(is_list(l));
    release(l);
    return 0;
}
