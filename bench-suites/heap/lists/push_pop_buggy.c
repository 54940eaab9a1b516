/* A stack that counts its elements: an empty one is popped. */
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct cell {
    int value;
    struct cell *next;
};

struct stack {
    struct cell *top;
    int size;
};

static void push(struct stack *stack, int value) {
    struct cell *cell = malloc(sizeof *cell);
    if (!cell)
        abort();
    cell->value = value;
    cell->next = stack->top;
    stack->top = cell;
    stack->size++;
}

static int pop(struct stack *stack) {
    struct cell *cell = stack->top;
    int value = cell->value;
    stack->top = cell->next;
    free(cell);
    stack->size--;
    return value;
}

int main(void) {
    struct stack stack = {NULL, 0};
    int command = __VERIFIER_nondet_int();
    while (command) {
        if (command > 0 && stack.size < 1000)
            push(&stack, command);
        else if (stack.size >= 0)
            assert(pop(&stack) > 0);
        command = __VERIFIER_nondet_int();
    }
    while (stack.top)
        pop(&stack);
    assert(stack.size == 0);
    return 0;
}
