/* The users of a shared cell are not counted off. */
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct shared {
    int users;
    int limit;
};

struct user {
    struct shared *shared;
    struct user *next;
};

int main(void) {
    struct shared *shared = malloc(sizeof *shared);
    shared->users = 0;
    shared->limit = 100;
    struct user *list = NULL;
    while (shared->users < shared->limit && __VERIFIER_nondet_int()) {
        struct user *user = malloc(sizeof *user);
        user->shared = shared;
        user->next = list;
        list = user;
        shared->users++;
    }
    for (struct user *user = list; user; user = user->next)
        assert(user->shared == shared && user->shared->limit == 100);
    while (list) {
        struct user *dead = list;
        list = list->next;
        dead->shared->limit--;
        free(dead);
    }
    assert(shared->users == 0);
    free(shared);
    return 0;
}
