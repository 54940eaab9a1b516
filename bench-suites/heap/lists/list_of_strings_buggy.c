/* Cells own strings, which are lost when the cells are freed. */
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct entry {
    char *name;
    struct entry *next;
};

static char *read_name(void) {
    int length = __VERIFIER_nondet_int();
    if (length < 0 || length > 63)
        length = 0;
    char *name = malloc(length + 1);
    for (int i = 0; i < length; i++)
        name[i] = 'a';
    name[length] = '\0';
    return name;
}

int main(void) {
    struct entry *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct entry *entry = malloc(sizeof *entry);
        entry->name = read_name();
        entry->next = list;
        list = entry;
    }
    while (list) {
        struct entry *dead = list;
        list = list->next;
        dead->name = NULL;
        free(dead);
    }
    return 0;
}
