/* A cube of constant sides is copied cell by cell. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

int main(void)
{
    int a[3][4][2], b[3][4][2];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            for (int k = 0; k < 2; k++)
                a[i][j][k] = __VERIFIER_nondet_int();
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            for (int k = 0; k < 2; k++)
                b[i][j][k] = a[i][j][k];
    int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= i && i < 3 && 0 <= j && j < 4 && 0 <= k && k < 2);
    assert(a[i][j][k] == b[i][j][k]);
    return 0;
}
