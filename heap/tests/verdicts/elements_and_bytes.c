/* An element of an array is written at any index, and the bytes of a word are read and written: what is not
 * touched keeps its value. At the end, only the start of an allocated block is freed.
 *
 * verdict: proved
 * verdict -DBUG=1: valid-deref
 * verdict -DBUG=2: unreach-call
 * verdict -DBUG=3: valid-free
 * verdict -DBUG=4: valid-free
 */
#include <stdlib.h>
#ifndef BUG
#define BUG 0
#endif
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)

union word {
    unsigned whole;
    unsigned char bytes[4];
};

int main(void)
{
    int a[10], local = 0;
    for (int k = 0; k < 10; k++)
        a[k] = k;
    int i = __VERIFIER_nondet_int(), v = __VERIFIER_nondet_int();
    if (i < 0 || i >= (BUG == 1 ? 11 : 10))
        return 0;
    a[i] = v;
    for (int k = 0; k < 10; k++)
        CHECK(a[k] == (k == i ? v : k));
    union word word;
    word.whole = (unsigned)v;
    unsigned low = word.bytes[0], high = word.bytes[3];
    CHECK(low == (unsigned)v % 256);
    CHECK(high == (unsigned)v >> 24);
    word.bytes[BUG == 2 ? 0 : 1] = 0;
    CHECK(word.whole % 256 == low && word.whole >> 24 == high);
    int *block = malloc(2 * sizeof *block);
    if (!block)
        return 1;
    block[0] = block[1] = v;
    if (BUG == 3 && block[1] == 7)
        free(block + 1);
    else if (BUG == 4 && block[1] == 7)
        free(&local);
    else
        free(block);
    return 0;
}
