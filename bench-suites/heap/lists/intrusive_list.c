/* Links lie inside of the elements, behind other fields; elements are found from their links. */
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct link {
    struct link *next;
};

struct task {
    int id;
    struct link link;
    int priority;
};

#define container_of(pointer, type, member) ((type *)((char *)(pointer) - offsetof(type, member)))

static void add(struct link **list, int id) {
    struct task *task = malloc(sizeof *task);
    task->id = id;
    task->priority = 1;
    task->link.next = *list;
    *list = &task->link;
}

int main(void) {
    struct link *list = NULL;
    while (__VERIFIER_nondet_int())
        add(&list, __VERIFIER_nondet_int());
    for (struct link *link = list; link; link = link->next) {
        struct task *task = container_of(link, struct task, link);
        assert(task->priority == 1);
        task->priority = 2;
    }
    while (list) {
        struct task *task = container_of(list, struct task, link);
        list = list->next;
        assert(task->priority == 2);
        free(task);
    }
    return 0;
}
