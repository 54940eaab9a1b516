/* Overlapping writes in an array of five cells. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int cells[5];
    int low = __VERIFIER_nondet_int(), high = __VERIFIER_nondet_int();
    for (int i = 0; i < 4; i++) {
        cells[i] = low;
        cells[i + 1] = high;
    }
    for (int i = 0; i < 4; i++)
        assert(cells[i] == low);
    assert(cells[4] == high);
    return 0;
}
