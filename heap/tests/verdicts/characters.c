/* Classes of characters, absolute values, random numbers, buffer sizes.
 *
 * verdict: proved
 * verdict -DBUG=1: unreach-call (classes promise a number that is not zero, not 1)
 * verdict -DBUG=2: no-overflow
 * verdict -DBUG=3: valid-deref
 * verdict -DBUG=4: def-behavior (the class of a number that is no character is asked)
 */
#include <ctype.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern unsigned long buffer_size(const void *p);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    int c = __VERIFIER_nondet_int(), cells[10] = { 0 };
    if (c < 0 || c > (BUG == 4 ? 256 : 255))
        return 0;
    if (isdigit(c))
        CHECK(c - '0' <= 9 && isalnum(c) && !isalpha(c));
    if (isupper(c))
        CHECK(tolower(c) == c + 32 && islower(tolower(c)));
    int n = __VERIFIER_nondet_int();
#if BUG != 2
    if (n == -2147483647 - 1)
        return 0;
#endif
    CHECK(abs(n) >= 0);
    CHECK(cells[rand() % (BUG == 3 ? 11 : 10)] == 0);
    CHECK(buffer_size(cells + 3) == 7 * sizeof(int));
#if BUG == 1
    CHECK(c != 'Q' || isalpha(c) == 2);
#endif
    return 0;
}
