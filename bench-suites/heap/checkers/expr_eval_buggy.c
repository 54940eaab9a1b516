/* Evaluates any expression tree; a number of zero is taken for an operation. */
#include <assert.h>
#include <stdlib.h>

extern void __VERIFIER_assume(int);
extern void *__VERIFIER_nondet_pointer(void);

struct expr {
    char op;
    union {
        int number;
        struct {
            struct expr *left, *right;
        } parts;
    } u;
};

static int is_expr(struct expr *e)
{
    if (e->op == 0)
        return 1;
    return e->op == 1 && is_expr(e->u.parts.left) && is_expr(e->u.parts.right);
}

static int eval(struct expr *e)
{
    if (e->op == 0 && e->u.number)
        return 1;
    return eval(e->u.parts.left) ^ eval(e->u.parts.right);
}

static void release(struct expr *e)
{
    if (e->op != 0) {
        release(e->u.parts.left);
        release(e->u.parts.right);
    }
    free(e);
}

int main(void)
{
    struct expr *e = __VERIFIER_nondet_pointer();
    __VERIFIER_assume(is_expr(e));
    int value = eval(e);
    assert(value == 0 || value == 1);
    assert(is_expr(e));
    release(e);
    return 0;
}
