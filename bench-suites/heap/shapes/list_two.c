/* A list of two nodes is built, extended in the middle, checked and freed. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void check(int condition)
{
    if (!condition)
        reach_error();
}

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
    int middle = __VERIFIER_nondet_int();
    struct node *list = cons(1, cons(3, NULL));
    list->next = cons(middle, list->next);
    int length = 0, sum = 0;
    for (struct node *p = list; p; p = p->next) {
        length++;
        if (p->value != middle)
            sum += p->value;
    }
    check(length == 3);
    check(sum == 4 || middle == 1 || middle == 3);
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
