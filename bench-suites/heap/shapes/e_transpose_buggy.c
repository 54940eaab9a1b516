/* A matrix is transposed in its place, but every pair is exchanged twice. */
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
    int a[SIDE][SIDE], old[SIDE][SIDE];
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++)
            old[i][j] = a[i][j] = __VERIFIER_nondet_int();
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++) {
            int kept = a[i][j];
            a[i][j] = a[j][i];
            a[j][i] = kept;
        }
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++)
            check(a[i][j] == old[j][i]);
    return 0;
}
