/* Five values are filtered in their place. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#define SIZE 5

int main(void)
{
    int values[SIZE];
    for (int i = 0; i < SIZE; i++)
        values[i] = __VERIFIER_nondet_int();
    int count = 0;
    for (int i = 0; i < SIZE; i++)
        if (values[i] % 2 == 0)
            values[count++] = values[i];
    assert(0 <= count && count <= SIZE);
    for (int i = 0; i < count; i++)
        assert(values[i] % 2 == 0);
    return 0;
}
