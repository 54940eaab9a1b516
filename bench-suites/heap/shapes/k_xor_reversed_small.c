/* The exclusive or of six values is the same from both ends. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned values[6], up = 0, down = 0;
    for (int i = 0; i < 6; i++)
        values[i] = (unsigned)__VERIFIER_nondet_int();
    for (int i = 0; i < 6; i++)
        up ^= values[i];
    for (int i = 5; i >= 0; i--)
        down ^= values[i];
    assert(up == down);
    return 0;
}
