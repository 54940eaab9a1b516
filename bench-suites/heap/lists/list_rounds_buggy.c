/* Each cell waits for a number of rounds; the first one waits for two, and none is removed in the first round. */
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct cell {
    int rounds;
    struct cell *next;
};

/* Takes the cell that waits for one round out of the list; all others wait for one round less. */
static struct cell *play(struct cell **list) {
    struct cell *done = NULL, *before = NULL, *cell = *list;
    while (cell) {
        if (cell->rounds == 1) {
            done = cell;
            if (before)
                before->next = cell->next;
            else
                *list = cell->next;
        } else {
            cell->rounds--;
        }
        before = cell;
        cell = cell->next;
    }
    return done;
}

int main(void) {
    struct cell *list = NULL;
    int next = 2;
    while (__VERIFIER_nondet_int()) {
        if (next < 1000 && __VERIFIER_nondet_int()) {
            struct cell *cell = malloc(sizeof *cell);
            cell->rounds = next++;
            cell->next = list;
            list = cell;
        } else if (next > 1) {
            struct cell *done = play(&list);
            next--;
            assert(done->rounds == 1);
            free(done);
        }
    }
    for (struct cell *cell = list; cell; cell = cell->next)
        assert(cell->rounds >= 1);
    while (list) {
        struct cell *rest = list->next;
        free(list);
        list = rest;
    }
    return 0;
}
