/* The halves of a word in a union share its memory. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void check(int condition)
{
    if (!condition)
        reach_error();
}

union parts {
    unsigned whole;
    struct {
        unsigned short low, high;
    } half;
};

int main(void)
{
    union parts parts;
    parts.whole = 0;
    parts.half.low = (unsigned short)__VERIFIER_nondet_int();
    check(parts.whole <= 0xffff);
    check(parts.whole == parts.half.low);
    parts.half.high = 1;
    check(parts.whole == 0x10000u + parts.half.low);
    return 0;
}
