/* Bytes of words and words of bytes, signed or not, at known places and at inputs.
 *
 * verdict: proved
 * verdict -DBUG=1: unreach-call
 * verdict -DBUG=2: unreach-call
 * verdict -DBUG=3: unreach-call
 */
#include <stdint.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)

union word {
    int64_t whole;
    int32_t half[2];
    uint16_t quarter[4];
    uint8_t bytes[8];
    int8_t digits[8];
};

int main(void)
{
    union word w;
    int input = __VERIFIER_nondet_int();
    w.whole = input;
    /* The sign is in the highest bytes. */
    CHECK(w.half[0] == input);
    CHECK(w.half[1] == (input < 0 ? -1 : 0));
    CHECK(w.bytes[7] == (input < 0 ? 255 : 0));
    CHECK((w.quarter[0] & 255) == w.bytes[0]);
#if BUG == 1
    CHECK(w.digits[0] >= 0);
#endif
    w.bytes[1] = 0;
    CHECK(w.quarter[0] == w.bytes[0]);
    CHECK(w.half[1] == (input < 0 ? -1 : 0));
#if BUG == 2
    CHECK(w.half[0] == input);
#endif
    /* A word that nobody has set but by its bytes. */
    union word v;
    v.digits[0] = v.digits[1] = v.digits[2] = v.digits[3] = -1;
    v.quarter[2] = v.quarter[3] = 65535;
    CHECK(v.whole == -1 && v.half[1] == -1 && v.quarter[2] == 65535);
    /* One byte of several, which an input chooses. */
    unsigned at = (unsigned)__VERIFIER_nondet_int() % 4;
    int32_t words[2] = { 0, 0x04030201 };
    CHECK(((uint8_t *)words)[4 + at] == at + 1);
    ((uint8_t *)words)[4] = 9;
    CHECK(words[1] == 0x04030209 && words[0] == 0);
#if BUG == 3
    ((uint8_t *)words)[at] = 9;
    CHECK(words[0] != 9 << 16);
#endif
    return 0;
}
