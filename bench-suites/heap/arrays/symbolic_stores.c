/* Stores at unknown indices through a pointer into the middle of an array. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

int main(void)
{
    int b[10];
    for (int i = 0; i < 3; i++)
        b[i] = __VERIFIER_nondet_int() ? 3 : 5;
    for (int i = 3; i < 10; i++)
        b[i] = 0;
    int *a = b + 2;
    int k = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
    __VERIFIER_assume(-2 <= k && k < 8 && -2 <= m && m < 8 && -2 <= n && n < 8);
    a[k] = 7;
    a[m] = 3;
    a[n] = 1;
    assert(a[n] == 1);
    assert(a[m] == (m == n ? 1 : 3));
    assert(a[k] == (k == n ? 1 : k == m ? 3 : 7));
    for (int i = 0; i < 10; i++)
        if (i != k + 2 && i != m + 2 && i != n + 2)
            assert(i < 3 ? b[i] == 3 || b[i] == 5 : b[i] == 0);
    return 0;
}
