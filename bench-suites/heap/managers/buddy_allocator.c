/* A buddy allocator of fixed sizes: one block of 16 units; blocks of 16, 8, 4, 2 and 1 units, each half of
 * a larger one. A tree in an array says which nodes are free, split or in use. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define LEVELS 5
#define NODES ((1 << LEVELS) - 1)
#define UNITS (1 << (LEVELS - 1))

enum { FREE, SPLIT, USED };

static char state[NODES];
static int memory[UNITS];

static int units_of(int level)
{
    return UNITS >> level;
}

static int start_of(int node, int level)
{
    return (node - ((1 << level) - 1)) * units_of(level);
}

static int first_at(int level)
{
    return (1 << level) - 1;
}

static int acquire(int level)
{
    for (int node = first_at(level); node < first_at(level + 1); node++) {
        int above = node, is_free = state[node] == FREE;
        while (above > 0) {
            above = (above - 1) / 2;
            if (state[above] == USED)
                is_free = 0;
        }
        if (is_free) {
            above = node;
            while (above > 0) {
                above = (above - 1) / 2;
                state[above] = SPLIT;
            }
            state[node] = USED;
            return node;
        }
    }
    return -1;
}

static void release(int node)
{
    state[node] = FREE;
    while (node > 0) {
        int above = (node - 1) / 2;
        if (state[2 * above + 1] != FREE || state[2 * above + 2] != FREE)
            return;
        state[above] = FREE;
        node = above;
    }
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        int level = __VERIFIER_nondet_int();
        if (level >= 0 && level < LEVELS) {
            int node = acquire(level);
            if (node >= 0) {
                int start = start_of(node, level);
                assert(start >= 0 && start + units_of(level) <= UNITS);
                memory[start] = level;
                memory[start + units_of(level) - 1] = level;
                if (__VERIFIER_nondet_int())
                    release(node);
            }
        }
    }
    return 0;
}
