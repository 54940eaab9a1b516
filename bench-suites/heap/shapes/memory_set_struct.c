/* A struct that was set to zero byte by byte has zeros and null pointers in it. */
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void check(int condition)
{
    if (!condition)
        reach_error();
}

struct state {
    int count;
    long total;
    struct state *parent;
    char tag[5];
};

int main(void)
{
    struct state state;
    state.count = __VERIFIER_nondet_int();
    memset(&state, 0, sizeof state);
    check(state.count == 0 && state.total == 0 && state.parent == NULL && state.tag[4] == 0);
    return 0;
}
