/* The node that is taken out of a list is not freed. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static struct node *cons(int value, struct node *next)
{
    struct node *node = malloc(sizeof *node);
    node->value = value;
    node->next = next;
    return node;
}

int main(void)
{
    struct node *list = cons(1, cons(2, cons(3, NULL)));
    if (__VERIFIER_nondet_int() > 0)
        list->next = list->next->next;
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
