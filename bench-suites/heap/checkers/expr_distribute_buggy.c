/* Rewrites products of sums in any expression tree; one summand is lost. */
#include <assert.h>
#include <stdlib.h>
extern void __VERIFIER_assume(int);
extern void *__VERIFIER_nondet_pointer(void);
enum { NUMBER, PLUS, TIMES };
struct expr {
    int op;
    union {
        int number;
        struct { struct expr *left, *right; } parts;
    } u;
};
static int is_expr(struct expr *e)
{
    if (e->op == NUMBER)
        return 1;
    return (e->op == PLUS || e->op == TIMES) && is_expr(e->u.parts.left) && is_expr(e->u.parts.right);
}

static struct expr *make(int op, struct expr *left, struct expr *right)
{
    struct expr *e = malloc(sizeof *e);
    if (!e)
        abort();
    e->op = op;
    e->u.parts.left = left;
    e->u.parts.right = right;
    return e;
}

static struct expr *copy(struct expr *e)
{
    if (e->op == NUMBER) {
        struct expr *c = malloc(sizeof *c);
        if (!c)
            abort();
        c->op = NUMBER;
        c->u.number = e->u.number;
        return c;
    }
    return make(e->op, copy(e->u.parts.left), copy(e->u.parts.right));
}

static struct expr *distribute(struct expr *e)
{
    if (e->op == NUMBER)
        return e;
    e->u.parts.left = distribute(e->u.parts.left);
    e->u.parts.right = distribute(e->u.parts.right);
    struct expr *sum = e->u.parts.right;
    if (e->op == TIMES && sum->op == PLUS) {
        struct expr *a = e->u.parts.left;
        e->u.parts.right = copy(a);
        sum->u.parts.left = e;
        sum->u.parts.right = make(TIMES, copy(a), sum->u.parts.right);
        return sum;
    }
    return e;
}

static void release(struct expr *e)
{
    if (e->op != NUMBER) {
        release(e->u.parts.left);
        release(e->u.parts.right);
    }
    free(e);
}

int main(void)
{
    struct expr *e = __VERIFIER_nondet_pointer();
    __VERIFIER_assume(is_expr(e));
    e = distribute(e);
    assert(is_expr(e));
    release(e);
    return 0;
}
