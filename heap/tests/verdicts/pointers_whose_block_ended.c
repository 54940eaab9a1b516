/* A pointer holds memory only until its block ends: a node that nothing else leads to is lost there, though
 * the program goes on.
 *
 * verdict: proved
 * verdict -DBUG=0 -DINPUT: proved
 * verdict -DBUG=1: valid-memtrack (the only pointer to a node was declared in a block that has ended)
 * verdict -DBUG=1 -DINPUT: valid-memtrack
 * verdict -DBUG=2: valid-memtrack (the same in a function that is being executed)
 * verdict -DBUG=3: valid-memtrack (the last iteration has ended, and with it its variables)
 * verdict -DBUG=4: valid-memtrack (the pointer of the head of a loop ends with the loop)
 * verdict -DBUG=5: valid-memtrack (a jump leaves the block)
 * verdict -DBUG=6: valid-memtrack (its address is taken)
 * verdict -DBUG=7: valid-memtrack (the block of a switch)
 * verdict -DBUG=8: valid-memtrack (the same where its last case ends)
 */
extern void *malloc(__SIZE_TYPE__);
extern void free(void *);
extern void exit(int);
extern int __VERIFIER_nondet_int(void);
struct node { int data; struct node *next; };

static struct node *make(int data)
{
    struct node *node = malloc(sizeof *node);
    node->data = data;
    node->next = 0;
    return node;
}

static void set(struct node **where, struct node *value) { *where = value; }

static void finish(int data)
{
    if (data > 0) {
        struct node *own = make(data);
        if (BUG != 2) free(own);
    }
    exit(0);
}

int main(void)
{
    struct node *kept = make(1);
#ifdef INPUT
    int data = __VERIFIER_nondet_int();
#else
    int data = 2;
#endif
    if (data > 1) {
        struct node *inner = make(data);
        if (BUG == 0) {
            /* All three nodes are held by variables whose blocks are being executed. */
            struct node *innermost = make(3);
            if (data != 3) exit(0);
            free(innermost);
        }
        if (BUG != 1) free(inner);
    }
    for (int i = 0; i < 2; i++) {
        struct node *each = make(i);
        if (BUG != 3 || i == 0) free(each);
    }
    for (struct node *at = make(4); at;) {
        if (BUG == 4) break;
        free(at);
        at = 0;
    }
    {
        struct node *left = make(5);
        if (BUG == 5) goto end;
        free(left);
    }
end:
    {
        struct node *told;
        set(&told, make(6));
        if (BUG != 6) free(told);
    }
    switch (data) {
        struct node *chosen;
    case 2:
        chosen = make(7);
        if (BUG != 7) free(chosen);
        break;
    default:
        break;
    }
    switch (data) {
        struct node *last;
    default:
        last = make(8);
        if (BUG != 8) free(last);
    }
    if (BUG == 2) finish(data);
    exit(kept->data);
}
