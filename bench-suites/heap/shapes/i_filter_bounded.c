/* At most ten of a hundred thousand values are kept. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#define SIZE 100000
#define ROOM 10

int main(void)
{
    int kept[ROOM], count = 0;
    for (int i = 0; i < SIZE; i++) {
        int value = __VERIFIER_nondet_int();
        if (value > 1000 && count < ROOM)
            kept[count++] = value;
    }
    for (int i = 0; i < count; i++)
        assert(kept[i] > 1000);
    return 0;
}
