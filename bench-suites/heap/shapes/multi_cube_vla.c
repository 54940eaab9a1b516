/* An array of three dimensions whose sizes are inputs. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void assume(int condition)
{
    if (!condition)
        abort();
}

static void check(int condition)
{
    if (!condition)
        reach_error();
}

int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
    assume(0 < a && a < 100 && 0 < b && b < 100 && 0 < c && c < 100);
    int cube[a][b][c];
    for (int i = 0; i < a; i++)
        for (int j = 0; j < b; j++)
            for (int k = 0; k < c; k++)
                cube[i][j][k] = i + 2 * j + 3 * k;
    for (int i = 0; i < a; i++)
        for (int j = 0; j < b; j++)
            for (int k = 0; k < c; k++)
                check(cube[i][j][k] - i == 2 * j + 3 * k);
    return 0;
}
