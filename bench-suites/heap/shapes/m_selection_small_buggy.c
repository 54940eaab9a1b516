/* Selection sort leaves the last two values as they are. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#define SIZE 4

int main(void)
{
    int values[SIZE];
    for (int i = 0; i < SIZE; i++)
        values[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < SIZE - 2; i++) {
        int least = i;
        for (int j = i + 1; j < SIZE - 1; j++)
            if (values[j] < values[least])
                least = j;
        int kept = values[i];
        values[i] = values[least];
        values[least] = kept;
    }
    for (int i = 0; i + 1 < SIZE; i++)
        assert(values[i] <= values[i + 1]);
    return 0;
}
