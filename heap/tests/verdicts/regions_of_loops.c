/*
 * Loops whose places do not tell the iteration: which cells they write is known, what these hold is not.
 *
 * verdict -DCASE=1: proved
 * verdict -DCASE=1 -DBUG=1: unreach-call
 * verdict -DCASE=2: proved
 * verdict -DCASE=2 -DBUG=1: unreach-call
 * verdict -DCASE=3: proved
 * verdict -DCASE=3 -DBUG=1: def-behavior
 * verdict -DCASE=4: def-behavior
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

#ifndef BUG
#define BUG 0
#endif

int main(void) {
#if CASE == 1
    /* Inputs as indices: only the first ten cells are written. */
    int a[100];
    for (int i = 0; i < 100; i++)
        a[i] = 7;
    int n = __VERIFIER_nondet_int();
    if (n > 1000)
        return 0;
    for (int i = 0; i < n; i++) {
        int j = __VERIFIER_nondet_int();
        if (0 <= j && j < 10 + BUG)
            a[j] = i;
    }
    if (a[10] != 7 || a[99] != 7)
        reach_error();
#elif CASE == 2
    /* A remainder as index. */
    int a[20];
    for (int i = 0; i < 20; i++)
        a[i] = i;
    int n = __VERIFIER_nondet_int();
    if (n > 1000)
        return 0;
    for (int i = 0; i < n; i++)
        a[i % (8 + BUG)] = 1;
    int k = __VERIFIER_nondet_int();
    if (8 <= k && k < 20 && a[k] != k)
        reach_error();
#elif CASE == 4
    /* A loop that may not run sets nothing. */
    int a[4], n = __VERIFIER_nondet_int();
    if (n > 1000)
        return 0;
    for (int i = 0; i < n; i++)
        a[i % 4] = i;
    if (a[0] == 3)
        return 1;
#else
    /* All cells are set, by two iterations each. */
    int a[50];
    for (int i = 0; i < 100 - 2 * BUG; i++)
        a[i / 2] = i;
    int k = __VERIFIER_nondet_int();
    if (0 <= k && k < 50 && a[k] > 1000)
        return 1;
#endif
    return 0;
}
