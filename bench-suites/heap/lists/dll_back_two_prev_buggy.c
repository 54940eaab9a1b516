/* Two steps back in a doubly linked list whose links back are all null. */
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next, *prev;
};

static struct node *push_front(struct node *list, int value) {
    struct node *node = malloc(sizeof *node);
    node->value = value;
    node->prev = NULL;
    node->next = list;
    if (list)
        list->prev = NULL;
    return node;
}

static void free_all(struct node *list) {
    while (list) {
        struct node *dead = list;
        list = list->next;
        free(dead);
    }
}

int main(void) {
    struct node *list = push_front(push_front(push_front(NULL, 3), 2), 1);
    while (__VERIFIER_nondet_int())
        list = push_front(list, 1);
    struct node *last = list;
    while (last->next)
        last = last->next;
    assert(last->value == 3);
    struct node *back = last->prev;
    back = back->prev;
    assert(back->value == 1);
    assert(back->next->next == last);
    free_all(list);
    return 0;
}
