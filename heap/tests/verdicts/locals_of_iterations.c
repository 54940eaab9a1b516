/* Each iteration of a loop has locals of its own: a pointer to one of an earlier iteration is not a pointer to the one of this iteration.
 *
 * verdict : proved
 * verdict -DBUG=1: valid-deref
 * verdict -DBUG=2: valid-deref
 * verdict -DBUG=3: unreach-call
 * verdict -DBUG=4: unreach-call
 */
#ifndef BUG
#define BUG 0
#endif
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int *kept;

static void keep(int value) {
    int local = value;
#if BUG == 2
    // The local of the call before has the same name, and has ended.
    if (value == 3) {
        *kept = 9;
        if (local != 9)
            return;
    }
#endif
    if (value == 2)
        kept = &local;
    local++;
}

int main(void) {
    int n = __VERIFIER_nondet_int(), other = 0, sum = 0;
    if (n < 4 || n > 10)
        return 0;
    int *before = &other;
    for (int i = 0; i < n; i++) {
        int local = i;
        int pair[2] = {i, i + 1};
#if BUG == 1
        if (i > 0) {
            *before = 5;
            sum = local;
        }
        before = &local;
#else
        int *now = &local;
        *now += pair[1] - pair[0];
        if (local != i + 1)
            reach_error();
        if (before != &other)
            reach_error();
#endif
    }
    for (int i = 0; i < n; i++)
        keep(i);
#if BUG == 3
    // Memory of alloca stays until the function returns.
    int *all[10], count = 0;
    do {
        all[count] = __builtin_alloca(sizeof(int));
        *all[count] = count;
        count++;
    } while (count < n);
    if (*all[1] != n - 1)
        reach_error();
#endif
#if BUG == 4
    int *last = 0;
    for (int i = 0;;) {
        int *now = __builtin_alloca(sizeof(int));
        *now = i;
        if (i == n - 1 && *last != i)
            reach_error();
        last = now;
        if (++i >= n)
            break;
    }
#endif
    return sum > 100;
}
