/* The number is stored but the tag says pointer. */
#include <stdint.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void check(int condition)
{
    if (!condition)
        reach_error();
}

struct value {
    enum { NUMBER, POINTER } tag;
    union {
        intptr_t number;
        int *pointer;
    } as;
};

int main(void)
{
    int cell = __VERIFIER_nondet_int();
    struct value value = {POINTER, {.pointer = &cell}};
    if (__VERIFIER_nondet_int())
        value.as.number = cell;
    int got = value.tag == NUMBER ? (int)value.as.number : *value.as.pointer;
    check(got == cell);
    return 0;
}
