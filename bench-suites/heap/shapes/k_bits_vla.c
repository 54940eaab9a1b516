/* An array on the stack of any size that fits, rotated: all bits are still there. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void assume(int condition)
{
    if (!condition)
        abort();
}

static void check(int condition)
{
    if (!condition)
        reach_error();
}

int size;

static int any_bit(int values[size])
{
    int bits = values[0];
    for (int i = 0; i < size; i++)
        bits |= values[i];
    return bits;
}

int main()
{
    size = __VERIFIER_nondet_int();
    if (size > 1) {
        int values[size];
        for (int i = 0; i < size; i++)
            values[i] = __VERIFIER_nondet_int();
        int before = any_bit(values);
        int kept = values[0];
        for (int i = 0; i < size - 1; i++)
            values[i] = values[i + 1];
        values[size - 1] = kept;
        check(any_bit(values) == before);
    }
    return 0;
}
