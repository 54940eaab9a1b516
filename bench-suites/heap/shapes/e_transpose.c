/* A matrix of constant size is transposed twice and is as before. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void check(int condition)
{
    if (!condition)
        reach_error();
}

#define SIDE 4

int main(void)
{
    int a[SIDE][SIDE], b[SIDE][SIDE], c[SIDE][SIDE];
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++)
            a[i][j] = __VERIFIER_nondet_int();
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++)
            b[j][i] = a[i][j];
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++)
            c[j][i] = b[i][j];
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++) {
            check(b[i][j] == a[j][i]);
            check(c[i][j] == a[i][j]);
        }
    return 0;
}
