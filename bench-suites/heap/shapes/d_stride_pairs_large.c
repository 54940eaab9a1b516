/* A large array is written two cells at a time. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#define SIZE 100000

int cells[SIZE];

int main(void)
{
    int even = __VERIFIER_nondet_int(), odd = __VERIFIER_nondet_int();
    for (int i = 0; i < SIZE; i += 2) {
        cells[i] = even;
        cells[i + 1] = odd;
    }
    for (int i = 0; i < SIZE; i++)
        assert(cells[i] == (i % 2 == 0 ? even : odd));
    return 0;
}
