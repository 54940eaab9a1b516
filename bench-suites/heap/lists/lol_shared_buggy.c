/* The cell that all cells of a list share is not freed. */
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct settings {
    int limit;
    int verbose;
};

struct user {
    struct settings *settings;
    struct user *next;
};

static struct user *add_user(struct user *rest, struct settings *settings) {
    struct user *user = malloc(sizeof *user);
    user->settings = settings;
    user->next = rest;
    return user;
}

int main(void) {
    struct settings *settings = malloc(sizeof *settings);
    settings->limit = 100;
    settings->verbose = 0;
    struct user *users = NULL;
    while (__VERIFIER_nondet_int())
        users = add_user(users, settings);
    for (struct user *user = users; user; user = user->next) {
        assert(user->settings->limit == 100);
        user->settings->verbose = 1;
    }
    while (users) {
        struct user *dead = users;
        users = users->next;
        assert(dead->settings == settings);
        free(dead);
    }
    settings->limit = 0;
    return 0;
}
