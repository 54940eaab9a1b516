/* The maximum of a large array. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#define SIZE 100000

int values[SIZE];

int main(void)
{
    int max = 0;
    for (int i = 0; i < SIZE; i++)
        values[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < SIZE; i++)
        if (values[i] > max)
            max = values[i];
    for (int i = 0; i < SIZE; i++)
        assert(values[i] <= max);
    return 0;
}
