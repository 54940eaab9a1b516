/* Errors behind exact relations between numbers.
 *
 * error -DCASE=1: assertion
 * none -DCASE=1 -DCORRECT:
 * error -DCASE=2: division-by-zero
 * none -DCASE=2 -DCORRECT:
 * error -DCASE=3: out-of-bounds
 * none -DCASE=3 -DCORRECT:
 * error -DCASE=4: overflow
 * none -DCASE=4 -DCORRECT:
 * error -DCASE=5: assertion
 * none -DCASE=5 -DCORRECT:
 * error -DCASE=6: out-of-bounds
 * none -DCASE=6 -DCORRECT:
 * error -DCASE=7: assertion
 * none -DCASE=7 -DCORRECT:
 */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
#define input __VERIFIER_nondet_int

#ifdef CORRECT
#define IS_CORRECT 1
#else
#define IS_CORRECT 0
#endif

int main(void)
{
#if CASE == 1 /* three numbers */
    int a = input(), b = input(), c = input();
    if (a < 0 || a > 1000000 || b < 0 || b > 1000000)
        return 0;
    if (a * 3 + b == 1234567 && c == a - b)
        assert(IS_CORRECT);
#elif CASE == 2 /* a divisor */
    int x = input();
    if (x > 100000 && x < 200000)
        return 7 / (2 * x - 246912 + IS_CORRECT);
#elif CASE == 3 /* an index from two numbers */
    static const char table[32 * 57];
    unsigned row = __VERIFIER_nondet_uint(), column = __VERIFIER_nondet_uint();
    if (row >= 32 || column > 57 - IS_CORRECT || row + column < 70 + 18)
        return 0;
    return table[row * 57 + column];
#elif CASE == 4 /* a sum that is too large for some */
    int x = input(), y = input();
    if (x % 1000 != 613 || y != x - 17 - (IS_CORRECT ? 2147483647 : 0) || x < 2147483647 / 2 || x > 2147483647 - 600)
        return 0;
    return x + y > 0;
#elif CASE == 5 /* bits */
    unsigned x = __VERIFIER_nondet_uint();
    if ((x & 0xff) == 0x5a && x >> 24 == 0xc3 && ((x >> 8) & 0xffff) == 0x1234)
        assert(x != 0xc312345a || IS_CORRECT);
#elif CASE == 6 /* the size of a block */
    unsigned n = __VERIFIER_nondet_uint(), i = __VERIFIER_nondet_uint();
    if (n < 40000 || n > 60000)
        return 0;
    char *block = malloc(n);
    if (i < n && i * 2 + 1 == n + IS_CORRECT * 2)
        block[IS_CORRECT ? i - 1 : 2 * i + 1] = 1;
    free(block);
#elif CASE == 7 /* a number that wraps around */
    unsigned char sum = 0;
    for (int i = 0; i < 6; i++) {
        unsigned char byte = (unsigned char)input();
        if (byte < 100)
            return 0;
        sum += byte;
    }
    if (sum == 17)
        assert(IS_CORRECT);
#endif
    return 0;
}
