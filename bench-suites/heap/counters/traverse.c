/* A cursor walks to the end of a list. */
#include <assert.h>
#include <stdlib.h>

struct node {
    struct node *next;
};

int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0)
        return 0;
    struct node *list = NULL;
    for (int i = 0; i < n; i++) {
        struct node *p = malloc(sizeof *p);
        p->next = list;
        list = p;
    }
    struct node *cursor = list;
    while (cursor)
        cursor = cursor->next;
    while (list) {
        struct node *dead = list;
        list = list->next;
        free(dead);
    }
    return 0;
}
