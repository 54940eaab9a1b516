/* Builds a list of lists in place, and frees the outer one only. */
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct item {
    int value;
    struct item *next;
};

struct group {
    struct item *items;
    struct group *next;
};

static struct group *add_group(struct group *rest) {
    struct group *group = malloc(sizeof *group);
    group->items = NULL;
    group->next = rest;
    while (__VERIFIER_nondet_int()) {
        struct item *item = malloc(sizeof *item);
        item->value = __VERIFIER_nondet_int();
        item->next = group->items;
        group->items = item;
    }
    return group;
}

static void free_items(struct item *items) {
    while (items) {
        struct item *dead = items;
        items = items->next;
        free(dead);
    }
}

int main(void) {
    struct group *groups = NULL;
    while (__VERIFIER_nondet_int())
        groups = add_group(groups);
    while (groups) {
        struct group *dead = groups;
        groups = groups->next;
        dead->items = NULL;
        free(dead);
    }
    return 0;
}
