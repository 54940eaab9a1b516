/* A signed number that is shifted to the left must not be negative, and must stay in its range, like one that is
 * multiplied. It makes no difference whether the number is a constant.
 *
 * verdict: proved
 * verdict -DBUG=1: no-overflow (a large number is shifted)
 * verdict -DBUG=2: def-behavior (a negative one is)
 * verdict -DBUG=3: no-overflow (a number is shifted by too much)
 * verdict -DBUG=4: no-overflow (a constant is shifted into the sign)
 * verdict -DBUG=5: no-overflow (and by a macro)
 * verdict -DBUG=6: def-behavior (a negative constant is shifted)
 * verdict -DBUG=7: no-overflow (in place)
 * verdict -DBUG=8: def-behavior (in place, a negative one)
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
#define FLAG (1 << 31)

/* The compiler computes these. */
enum { LOWEST = 1 << 31 };
static int lowest = 1 << 31;

int main(void)
{
    int n = __VERIFIER_nondet_int(), amount = __VERIFIER_nondet_int();
    if (n < (BUG == 2 ? -1 : 0) || n > (BUG == 1 ? 524288 : 524287)) return 0;
    CHECK(n << 12 == n * 4096LL);
    if (amount < 0 || amount > (BUG == 3 ? 31 : 30)) return 0;
    int bit = 1 << amount;
    unsigned all = 3u << 31;
    CHECK(all == 2147483648u);
    CHECK(lowest == LOWEST && LOWEST < 0);
    switch (lowest) {
    case 1 << 31: break;
    default: reach_error();
    }
    if (n == 77123) {
        unsigned mask = BUG == 4 ? 1 << 31 : BUG == 5 ? FLAG : 1u << 31;
        int small = BUG == 6 ? -1 << 3 : 1 << 3, other = BUG == 8 ? -1 : 1;
        other <<= BUG == 7 ? 31 : 30;
        return mask == 0 || small == other;
    }
    return bit == 3;
}
