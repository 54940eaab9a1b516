/* Arithmetic that tells whether it overflows, and jumps to labels whose address is in a table.
 *
 * verdict: proved
 * verdict -DBUG=1: unreach-call
 * verdict -DBUG=2: unreach-call
 * verdict -DBUG=3: unreach-call
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)

static int run(int steps)
{
    static const void *const table[] = { &&first, &&second, &&last };
    int state = 0, sum = 0;
    goto *table[state];
first:
    sum += 1;
    goto *table[++state];
second:
    sum += 10;
    if (--steps > 0)
        state = 0;
    else
        state = 2;
    goto *table[state];
last:
    return sum;
}

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), sum;
    if (!__builtin_add_overflow(x, y, &sum))
        CHECK((long long)x + y == sum);
    else
        CHECK((long long)x + y > 2147483647 || (long long)x + y < -2147483648LL);
    unsigned char low;
    CHECK(__builtin_sub_overflow(3, 4, &low) && low == 255);
    unsigned long long wide;
    CHECK(__builtin_mul_overflow(1ull << 40, 1ull << 30, &wide) && wide == 0);
    CHECK(!__builtin_umulll_overflow(1ull << 40, 1ull << 20, &wide) && wide == 1ull << 60);
    long long least;
    CHECK(__builtin_mul_overflow(-1ll, -9223372036854775807ll - 1, &least));
    CHECK(__builtin_ssubll_overflow(-9223372036854775807ll, 2, &least) && least == 9223372036854775807ll);
    CHECK(run(3) == 33);
#if BUG == 1
    CHECK(!__builtin_add_overflow(x, 1, &sum));
#endif
#if BUG == 2
    CHECK(__builtin_mul_overflow(x, 2, &wide));
#endif
#if BUG == 3
    CHECK(run(2) == 33);
#endif
    return 0;
}
