/* A list of five nodes is reversed. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void assume(int condition)
{
    if (!condition)
        abort();
}

static void check(int condition)
{
    if (!condition)
        reach_error();
}

struct node {
    int value;
    struct node *next;
};

int main(void)
{
    struct node *list = NULL;
    for (int i = 0; i < 5; i++) {
        struct node *node = malloc(sizeof *node);
        node->value = i;
        node->next = list;
        list = node;
    }
    int raise = __VERIFIER_nondet_int();
    assume(0 <= raise && raise <= 10);
    struct node *reversed = NULL;
    while (list) {
        struct node *next = list->next;
        list->value += raise;
        list->next = reversed;
        reversed = list;
        list = next;
    }
    int expected = raise;
    while (reversed) {
        struct node *next = reversed->next;
        check(reversed->value == expected++);
        free(reversed);
        reversed = next;
    }
    check(expected == raise + 5);
    return 0;
}
