/* Copies any list; there are two lists then, and they share nothing. */
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
    struct node *l = __VERIFIER_nondet_pointer(), *copy = 0, *last = 0;
    __VERIFIER_assume(is_list(l));
    for (struct node *at = l; at; at = at->next) {
        struct node *added = cell(at->data, 0);
        if (last)
            last->next = added;
        else
            copy = added;
        last = added;
    }
    assert(is_list(l));
    assert(is_list(copy));
    release(l);
    release(copy);
    return 0;
}
