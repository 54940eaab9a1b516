/* A small array is set twice, and only the second value is left. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int cells[6];
    int first = __VERIFIER_nondet_int(), second = __VERIFIER_nondet_int();
    for (int i = 0; i < 6; i++)
        cells[i] = first;
    for (int i = 0; i < 6; i++)
        cells[i] = second;
    for (int i = 0; i < 6; i++)
        assert(cells[i] == second);
    return 0;
}
