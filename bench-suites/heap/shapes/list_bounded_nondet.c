/* A list of up to four nodes, as many as an input says. */
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
    struct node *next;
};

int main(void)
{
    struct node *list = NULL;
    int wanted = __VERIFIER_nondet_int(), length = 0;
    assume(0 <= wanted && wanted <= 4);
    for (int i = 0; i < wanted; i++) {
        struct node *node = malloc(sizeof *node);
        node->next = list;
        list = node;
    }
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
        length++;
    }
    check(length == wanted);
    return 0;
}
