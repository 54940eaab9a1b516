/* Eight values are added to a balance and taken away again. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int moves[8];
    long long balance = __VERIFIER_nondet_int(), opening = balance;
    for (int i = 0; i < 8; i++) {
        moves[i] = __VERIFIER_nondet_int();
        balance += moves[i];
    }
    for (int i = 0; i < 8; i++)
        balance -= moves[i];
    assert(balance == opening);
    return 0;
}
