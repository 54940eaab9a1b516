/* A goto leads back to a declaration without an initializer: the value is indeterminate again, though the
 * object is the same.
 *
 * verdict: proved
 * verdict -DBUG=1: def-behavior (a variable)
 * verdict -DBUG=2: def-behavior (an array)
 * verdict -DBUG=3: def-behavior (a variable whose address is taken)
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int round = 0, *before = 0;
again:;
    int number, cells[2], object, set = round;
    if (before && before != &object)
        reach_error();
    if (BUG == 1 && round && number == 3)
        return 1;
    if (BUG == 2 && round && cells[1] == 3)
        return 1;
    if (BUG == 3 && round && *before == 3)
        return 1;
    before = &object;
inside:
    number = cells[1] = object = 3;
    if (set != round)
        reach_error();
    if (round++ < 2) {
        set = round;
        if (__VERIFIER_nondet_int())
            goto inside;
        goto again;
    }
    return number + cells[1] + object - 9;
}
