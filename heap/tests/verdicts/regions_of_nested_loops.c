/*
 * A loop around a loop or a block whose places do not tell the iteration: the region of the inner one bounds
 * that of the outer one.
 *
 * verdict -DCASE=1: proved
 * verdict -DCASE=1 -DBUG=1: unknown
 * verdict -DCASE=2: proved
 * verdict -DCASE=2 -DBUG=1: unknown
 * verdict -DCASE=3: proved
 * verdict -DCASE=3 -DBUG=1: unknown
 * verdict -DCASE=4: proved
 * verdict -DCASE=4 -DBUG=1: unknown
 */
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

#ifndef BUG
#define BUG 0
#endif

int main(void) {
    int a[100], n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
    if (n > 1000 || m > 1000)
        return 0;
    for (int i = 0; i < 100; i++)
        a[i] = 7;
#if CASE == 1
    /* Inputs as indices. */
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            int k = __VERIFIER_nondet_int();
            if (0 <= k && k < 10 + BUG)
                a[k] = j;
        }
    if (a[10] != 7 || a[99] != 7)
        reach_error();
#elif CASE == 2
    /* A remainder as index. */
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[j % (10 + BUG)] = i;
    if (a[10] != 7)
        reach_error();
#elif CASE == 3
    /* Two loops around. */
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int l = 0; l < m; l++) {
                int k = __VERIFIER_nondet_int();
                if (0 <= k && k < 50 + BUG)
                    a[k] = j;
            }
    if (a[50] != 7)
        reach_error();
#else
    /* A block. */
    for (int i = 0; i < n; i++) {
        int k = __VERIFIER_nondet_int();
        if (0 <= k && k < 10 + BUG)
            memset(a + k, i, 2 * sizeof(int));
    }
    if (a[11] != 7)
        reach_error();
#endif
    return 0;
}
