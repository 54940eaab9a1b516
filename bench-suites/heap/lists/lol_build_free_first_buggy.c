/* Frees the first group of several, and loses the others. */
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

static struct item *read_items(void) {
    struct item *items = NULL;
    while (__VERIFIER_nondet_int()) {
        struct item *item = malloc(sizeof *item);
        item->value = __VERIFIER_nondet_int();
        item->next = items;
        items = item;
    }
    return items;
}

static struct group *add_group(struct group *rest) {
    struct group *group = malloc(sizeof *group);
    group->items = read_items();
    group->next = rest;
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
        groups = NULL;
        free_items(dead->items);
        free(dead);
    }
    return 0;
}
