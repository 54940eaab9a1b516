/* What one sum counts and the other does not: all are counted if a condition tells them apart, not if two flags do.
 *
 * verdict : proved
 * verdict -DBUG=1: unreach-call
 */
#ifndef BUG
#define BUG 0
#endif
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    _Bool red[10], blue[10];
    int given[10], n = __VERIFIER_nondet_int(), one = 0, other = 0;
    if (n < 1 || n > 10)
        return 0;
    for (int i = 0; i < 10; i++) {
        red[i] = __VERIFIER_nondet_int() != 0;
        blue[i] = __VERIFIER_nondet_int() != 0;
        given[i] = __VERIFIER_nondet_int();
    }
#if BUG == 1
    for (int i = 0; i < n; i++)
        one += given[i] > 0 ? red[i] : blue[i];
    for (int i = 0; i < n; i++)
        other += given[i] > 0 ? blue[i] : red[i];
#else
    for (int i = 0; i < n; i++)
        if (given[i] > 0)
            one++;
    for (int i = 0; i < n; i++)
        if (!(given[i] > 0))
            other++;
#endif
    if (one + other != n)
        reach_error();
    return 0;
}
