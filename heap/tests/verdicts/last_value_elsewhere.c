/* A number that a loop sets begins with something that is in its range only where the program comes to the loop.
 *
 * verdict: proved
 * verdict -DBUG=1: unreach-call
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), s = 0;
    if (x < 2147483647) {
        s = x + 1;
        while (__VERIFIER_nondet_int()) {
            int y = __VERIFIER_nondet_int();
            if (y > x)
                s = y;
        }
        if (s <= x)
            reach_error();
    }
    if (BUG ? x == 2147483647 && s == 0 : x == 2147483647 && s != 0)
        reach_error();
    return 0;
}
