/* A hundred thousand cells get an input each and are then set to zero. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#define SIZE 100000

int cells[SIZE];

int main(void)
{
    for (int i = 0; i < SIZE; i++)
        cells[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < SIZE; i++)
        cells[i] = 0;
    for (int i = 0; i < SIZE; i++)
        assert(cells[i] == 0);
    return 0;
}
