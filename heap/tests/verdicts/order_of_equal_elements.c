/* Elements with the same key come out of `qsort` in any order, and `bsearch` finds any of them.
 *
 * verdict: proved
 * verdict -DBUG=1: unreach-call (the order is not kept)
 * verdict -DBUG=2: unreach-call (another one is found)
 */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)

struct element {
    int key, value;
};

static int compare(const void *one, const void *other) {
    const struct element *left = one, *right = other;
    return left->key < right->key ? -1 : left->key > right->key;
}

int main(void) {
    int key = __VERIFIER_nondet_int();
    struct element sorted[2] = {{key, 1}, {0, 2}}, found[3] = {{1, 1}, {2, 2}, {2, 3}}, wanted = {2, 0};
    qsort(sorted, 2, sizeof sorted[0], compare);
    CHECK(sorted[0].key <= sorted[1].key);
    CHECK(BUG == 1 ? key != 0 || sorted[0].value == 1 : sorted[0].value != sorted[1].value);
    struct element *it = bsearch(&wanted, found, 3, sizeof found[0], compare);
    CHECK(it && it->value >= 2);
    CHECK(BUG != 2 || it->value == 2);
    return 0;
}
