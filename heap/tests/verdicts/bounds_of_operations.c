/* Bounds of bitwise operations, of shifts, and of remainders by a variable.
 *
 * verdict: proved
 * verdict -DBUG=1: valid-deref (three bits in place of two)
 */
extern int __VERIFIER_nondet_int(void);
static const char digits[64] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static int in_group(unsigned char first, unsigned char second)
{
#if BUG == 1
    return digits[(first & 0x07) << 4 | second >> 4];
#else
    return digits[(first & 0x03) << 4 | second >> 4];
#endif
}

static int in_table(int number, int size)
{
    char table[40] = { 1 };

    return table[(unsigned)number % (unsigned)size];
}

static int masked(int number, int amount)
{
    char table[101] = { 1 };

    return table[number & 100] + table[(number & 100) >> amount];
}

int main(void)
{
    int size = __VERIFIER_nondet_int(), amount = __VERIFIER_nondet_int(), number = __VERIFIER_nondet_int();

    if (size < 1 || size > 40 || amount < 0 || amount > 5)
        return 0;
    return in_group((unsigned char)number, (unsigned char)size) + in_table(number, size)
        + masked(number, amount);
}
