/* Pushes n cells and pops n cells, without a look at the stack; it is empty then. */
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct cell {
    int value;
    struct cell *next;
};

static struct cell *push(struct cell *rest, int value) {
    struct cell *cell = malloc(sizeof *cell);
    cell->value = value;
    cell->next = rest;
    return cell;
}

static struct cell *pop(struct cell *top, int *value) {
    struct cell *rest = top->next;
    *value = top->value;
    free(top);
    return rest;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    struct cell *top = NULL;
    int size = 0;
    while (size < n) {
        top = push(top, size);
        size++;
    }
    while (size > 0) {
        int value;
        top = pop(top, &value);
        assert(value >= 0);
        size--;
    }
    assert(top == NULL);
    return 0;
}
