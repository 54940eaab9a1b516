/* At `exit`, what variables lead to is not lost. An address that only a temporary of an expression still
 * holds is: no later statement can use it.
 *
 * verdict: proved
 * verdict -DBUG=0 -DINPUT: proved
 * verdict -DBUG=1: valid-memtrack (the only link to a node is overwritten by its own member)
 * verdict -DBUG=1 -DINPUT: valid-memtrack
 * verdict -DBUG=2: valid-memtrack (the same in a function that is being executed)
 */
extern void *malloc(__SIZE_TYPE__);
extern void exit(int);
extern int __VERIFIER_nondet_int(void);
struct node { int data; struct node *next; };

static struct node *push(struct node *list, int data)
{
    struct node *node = malloc(sizeof *node);
    node->data = data;
    node->next = list;
    return node;
}

static void finish(struct node *list)
{
    if (BUG == 2) list = list->next;
    exit(0);
}

int main(void)
{
    struct node *list = 0;
#ifdef INPUT
    list = push(list, __VERIFIER_nondet_int());
#else
    list = push(list, 1);
#endif
    if (BUG == 1) list = list->next;
    if (BUG == 2) finish(push(0, 1));
    finish(list);
    return 0;
}
