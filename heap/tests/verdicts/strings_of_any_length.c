/* String functions on strings of any length.
 *
 * verdict: proved
 * verdict -DBUG=1: valid-deref (no room for the zero)
 * verdict -DBUG=2: valid-deref (no zero at the end)
 */
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 100)
        return 0;
    char *s = malloc(n);
    for (int i = 0; i < n; i++)
        s[i] = (char)__VERIFIER_nondet_int();
#if BUG != 2
    s[n - 1] = 0;
#endif
    size_t length = strlen(s);
    CHECK(length < (size_t)n);
    char *t = malloc(length + (BUG != 1));
    strcpy(t, s);
    CHECK(t[length] == 0);
    free(s);
    free(t);
    return 0;
}
