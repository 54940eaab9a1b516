/* Bit-fields are in their range, and what overlaps them changes with them.
 *
 * verdict: proved
 * verdict -DBUG=1: unreach-call
 * verdict -DBUG=2: unreach-call
 */
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)

struct flags { unsigned low : 3, high : 5; int rest; };

int main(void)
{
    struct flags f = { 0 }, g;
    f.low = (unsigned)__VERIFIER_nondet_int();
    f.rest = 9;
    g = f;
    CHECK(g.low < 8 && g.rest == 9);
#if BUG == 1
    CHECK(g.low < 7);
#endif
#if BUG == 2
    CHECK(*(unsigned char *)&f == 0);
#endif
    struct flags many[5];
    memset(many, 0, sizeof many);
    for (int i = 0; i < 5; i++)
        many[i].high = 3;
    CHECK(many[4].high < 32);
    return 0;
}
