/* A compound literal lives as long as the block around it, and a loop is a block around its test and step.
 * Evaluated again in the same block, it is the same object.
 *
 * verdict: proved
 * verdict -DBUG=1: valid-deref (in each iteration, the body is a new block)
 * verdict -DBUG=2: valid-deref (the branches of an if are blocks)
 * verdict -DBUG=3: unreach-call (the same object, with another value)
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int *kept;

static int keep(int *p, int bound) {
    if (kept && *kept > bound)
        reach_error();
    kept = p;
    return *p < bound;
}

/* The example of the standard. */
static void again_by_goto(void) {
    struct pair { int a, b; } *p = 0, *q;
    int i = 0, first = 0;
again:
    q = p, p = &(struct pair){ i++, 7 };
    if (i == 1)
        first = p->a;
    if (i < 2)
        goto again;
    if (p != q || q->a != 1 || q->b != 7 || (BUG == 3 && first != q->a))
        reach_error();
}

int main(void) {
    int n = __VERIFIER_nondet_int(), i = 0, *step = 0, *kept_in_body = 0;
    while (keep(&(int){ i }, 3))
        i++;
    kept = 0;
    i = 0;
    do
        i++;
    while (keep(&(int){ i }, 3));
    for (i = 0; i < 3; i++, step = &(int){ i })
        if (step && *step != i)
            reach_error();
    again_by_goto();
    for (i = 0; i < 2; i++) {
        if (BUG == 1 && kept_in_body)
            return *kept_in_body;
        kept_in_body = &(int){ i };
    }
    int *of_branch = 0;
    if (n)
        of_branch = &(int){ n };
    if (BUG == 2 && of_branch)
        return *of_branch;
    return 0;
}
