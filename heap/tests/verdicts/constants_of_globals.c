/* Constants whose initialisers compute with floating numbers, or choose.
 *
 * verdict: proved
 * verdict -DBUG=1: unreach-call (what is computed)
 * verdict -DBUG=2: valid-deref (a constant that is written)
 * verdict -DBUG=3: valid-deref (one that is set by code before main, and written later)
 * verdict -DBUG=4: unknown (code before main)
 */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static const double third = 1.0 / 3;
static const float root = 1.5f * 2 + 1, quarter = 0.25 * 1;
static const long large[2] = {1, 1e15};
static const int flag = 1.5 > 1, size = sizeof(int) == 4 ? 7 : 8, rounded = -(2.5 + 1);
static const _Bool truth = 0.5;
static double scaled = (double)(1 << 20) / 2;
static int table[sizeof(int) > 2 ? 3 : 1] = {[2] = 2.75 * 4};
#if BUG >= 3
static const long distance = &table[2] - table;
#endif

int main(void)
{
    int x = __VERIFIER_nondet_int();
    double sum = third + root + quarter + scaled;
    if (large[1] != 1000000000000000 || flag != 1 || size != 7 || rounded != -3 || !truth) reach_error();
    if (table[2] != 11) reach_error();
    if (BUG == 1 && x > 5 && large[1] > 7) reach_error();
    if (BUG == 2 && x > 5) *(int *)&flag = x;
#if BUG == 3
    *(long *)&distance = 1;
#endif
#if BUG == 4
    if (distance != 2) reach_error();
#endif
    return x > 3 && table[2] && sum > x;
}
