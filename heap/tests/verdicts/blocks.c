/* memset, memcpy, memmove and realloc, with constant and symbolic sizes.
 *
 * verdict: proved
 * verdict -DBUG=1: valid-deref (one element too many is copied)
 * verdict -DBUG=2: unreach-call (a cell behind the copied ones)
 * verdict -DBUG=3: def-behavior (the block is copied onto a part of itself)
 * verdict -DBUG=4: unreach-call (a cell that a byte of the block cuts)
 * verdict -DBUG=5: valid-deref (the old block is used)
 */
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    int n = __VERIFIER_nondet_int(), b[100];
    if (n < 1 || n > 100)
        return 0;
    int *a = malloc(n * sizeof *a);
    memset(b, 0xff, sizeof b);
    CHECK(b[5] == -1);
    memset(a, 0, n * sizeof *a);
    CHECK(a[n - 1] == 0);
    for (int i = 0; i < n; i++)
        a[i] = i;
    memcpy(b, a, (n + (BUG == 1)) * sizeof *a);
    CHECK(b[n - 1] == n - 1);
    if (n < 50)
        CHECK(b[60] == (BUG == 2 ? 60 : -1));
#if BUG == 3
    memcpy(b + 1, b, 40 * sizeof *b);
#else
    memmove(b + 1, b, 40 * sizeof *b);
#endif
    if (n > 40)
        CHECK(b[30] == 29 && b[0] == 0 && b[41] == (n > 41 ? 41 : -1));
    int *old = a;
    a = realloc(a, 2 * n * sizeof *a);
    if (a == 0)
        return 0;
    a[2 * n - 1] = 3;
    CHECK(a[n - 1] == n - 1);
#if BUG == 5
    if (n == 77)
        old[0] = 1;
#endif
    free(a);
    char c[10];
    memset(c, n, 5);
    CHECK(c[4] == n);
    int whole[2] = { 1, 1 };
    memset((char *)whole + 1, 0, 5);
#if BUG == 4
    CHECK(whole[1] == 1);
#endif
    return old == 0;
}
