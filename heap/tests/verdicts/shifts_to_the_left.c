/* A signed number that is shifted to the left must stay in its range, like one that is multiplied.
 *
 * verdict: proved
 * verdict -DBUG=1: no-overflow (a large number is shifted)
 * verdict -DBUG=2: no-overflow (a negative one is)
 * verdict -DBUG=3: no-overflow (a number is shifted by too much)
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    int n = __VERIFIER_nondet_int(), amount = __VERIFIER_nondet_int();
    if (n < (BUG == 2 ? -524289 : -524288) || n > (BUG == 1 ? 524288 : 524287)) return 0;
    CHECK(n << 12 == n * 4096LL);
    if (amount < 0 || amount > (BUG == 3 ? 31 : 30)) return 0;
    int bit = 1 << amount;
    unsigned all = 3u << 31;
    CHECK(all == 2147483648u);
    return bit == 3;
}
