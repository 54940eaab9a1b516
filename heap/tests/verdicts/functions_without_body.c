/* Only what an input gives may refute a program. A library function without a model gives any number in a proof, and ends a run; of a
 * function of the program without a body nothing is known.
 *
 * verdict: proved
 * verdict -DBUG=1: unreach-call (an input may be anything)
 * verdict -DBUG=2: unknown (the gamma function is not modelled)
 * verdict -DBUG=3: unknown (nor is what rounding does to a logarithm)
 * verdict -DBUG=4: unknown (a function of the program that is not there)
 * verdict -DBUG=5: unknown (it may have effects even if nobody looks at its result)
 * verdict -DBUG=6: unknown (the text of a date, which the library owns)
 * verdict -DBUG=7: unknown (an error message)
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)

#if BUG == 4 || BUG == 5
extern int elsewhere(int n);
#endif

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (BUG == 1) CHECK(n != 77);
    if (BUG == 2) CHECK(lgamma(1.0) == 0.0);
    if (BUG == 3) CHECK(log(1.0) == 0.0);
#if BUG == 4
    CHECK(elsewhere(n) == elsewhere(n));
#endif
#if BUG == 5
    elsewhere(n);
#endif
    if (BUG == 6) {
        time_t now = 0;
        char *date = ctime(&now);
        if (date) CHECK(date[0] != 0);
    }
    if (BUG == 7) CHECK(strlen(strerror(n)) < 1000000);
    return 0;
}
