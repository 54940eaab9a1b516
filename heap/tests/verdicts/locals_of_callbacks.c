/* The locals of a function that the library calls back are objects of their own, although all that happens in the library has one position.
 *
 * verdict: proved
 * verdict -DBUG=1: unreach-call
 */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int compare(const void *one, const void *other) {
    int x = *(const int *)one;
    int y = *(const int *)other;
    int *p = &x;
    int *q = &y;
    if (BUG ? *p != *q : p == q)
        reach_error();
    return x < y ? -1 : x > y;
}

int main(void) {
    int key = __VERIFIER_nondet_int(), a[2] = {1, 2};
    bsearch(&key, a, 2, sizeof(int), compare);
    return 0;
}
