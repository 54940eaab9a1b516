/* An array of indices is a permutation, through which another array is filled. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    static const int order[6] = {3, 0, 5, 1, 4, 2};
    int values[6], placed[6];
    for (int i = 0; i < 6; i++)
        values[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < 6; i++)
        placed[order[i]] = values[i];
    for (int i = 0; i < 6; i++)
        assert(placed[order[i]] == values[i]);
    assert(placed[0] == values[1] && placed[5] == values[2]);
    return 0;
}
