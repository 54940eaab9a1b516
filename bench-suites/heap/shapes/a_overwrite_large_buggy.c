/* The loop that clears a large array begins with its second cell. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#define SIZE 100000

int cells[SIZE];

int main(void)
{
    int mark = __VERIFIER_nondet_int();
    for (int i = 0; i < SIZE; i++)
        cells[i] = 1;
    for (int i = 1; i < SIZE; i++)
        cells[i] = mark;
    for (int i = 0; i < SIZE; i++)
        assert(cells[i] == mark);
    return 0;
}
