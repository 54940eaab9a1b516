/* Functions that are declared without parameters, or as one did before there were prototypes.
 *
 * verdict: proved
 * verdict -DBUG=1: unreach-call (the sum of all numbers below five is ten)
 * verdict -DBUG=2: unknown (a function with further arguments is called through a pointer that does not tell)
 */
#include <stdarg.h>
extern int __VERIFIER_nondet_int();
extern void reach_error();
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)

static int sum(from, to)
    int from, to;
{
    int result = 0;
    for (int i = from; i < to; i++) result += i;
    return result;
}

static int one() { return 1; }

static int first_of(int count, ...)
{
    va_list list;
    va_start(list, count);
    int first = count > 0 ? va_arg(list, int) : 0;
    va_end(list);
    return first;
}

int main()
{
    int n = __VERIFIER_nondet_int();
    int (*function)() = n > 3 ? one : sum;
    CHECK(sum(0, 5) == (BUG == 1 ? 11 : 10));
    if (function == one) CHECK(function() == 1);
    else CHECK(function(2, 4) == 5);
#if BUG == 2
    int (*other)() = first_of;
    CHECK(other(1, n) == n);
#else
    CHECK(first_of(1, n) == n);
#endif
    return 0;
}
