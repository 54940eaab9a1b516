/* What conversions of texts do to errno: it is ERANGE exactly if the number does not fit.
 *
 * verdict: unknown
 * verdict -DBUG=1: unreach-call (a number that fits is no error)
 * verdict -DBUG=2: unreach-call (one that does not is)
 * verdict -DBUG=3: def-behavior (nothing tells the number from one that fits)
 */
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    const char *texts[] = {"12", "-9223372036854775808", "9223372036854775807", "9223372036854775808", "x"};
    int at = __VERIFIER_nondet_int();
    if (at < 0 || at > 4) return 0;
    if (BUG == 2) at = 3;
    errno = 0;
    long number = strtol(texts[at], 0, 10);
    if (BUG != 1 && BUG != 2) assert((errno == ERANGE) == (at == 3));
    if (BUG == 1) assert(errno != 0 || at != 0);
    if (BUG == 2) assert(errno == 0);
    if (BUG == 3 && number == LONG_MAX) return 100 / (at - 3);
    return 0;
}
