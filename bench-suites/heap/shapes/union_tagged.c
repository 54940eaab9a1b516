/* A tag says which member of a union is alive. */
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
        int number;
        int *pointer;
    } as;
};

static int get(struct value value)
{
    return value.tag == NUMBER ? value.as.number : *value.as.pointer;
}

int main(void)
{
    int cell = __VERIFIER_nondet_int();
    struct value value;
    if (__VERIFIER_nondet_int()) {
        value.tag = NUMBER;
        value.as.number = cell;
    } else {
        value.tag = POINTER;
        value.as.pointer = &cell;
    }
    check(get(value) == cell);
    return 0;
}
