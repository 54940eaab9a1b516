/* A large array is clamped to a range. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#define SIZE 100000

int samples[SIZE];

int main(void)
{
    for (int i = 0; i < SIZE; i++)
        samples[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < SIZE; i++) {
        if (samples[i] < 0)
            samples[i] = 0;
        if (samples[i] > 255)
            samples[i] = 255;
    }
    for (int i = 0; i < SIZE; i++)
        assert(0 <= samples[i] && samples[i] <= 255);
    return 0;
}
