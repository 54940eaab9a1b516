/* The bytes of a number are those of its union with an array. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void check(int condition)
{
    if (!condition)
        reach_error();
}

union word {
    unsigned number;
    unsigned char bytes[4];
};

int main(void)
{
    union word word;
    word.number = (unsigned)__VERIFIER_nondet_int();
    unsigned again = 0;
    for (int i = 0; i < 4; i++)
        again += (unsigned)word.bytes[i] << (8 * i);
    check(again == word.number);
    return 0;
}
