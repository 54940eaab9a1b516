/* The bytes of a word are cleared one by one. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned words[4];
    for (int i = 0; i < 4; i++)
        words[i] = (unsigned)__VERIFIER_nondet_int();
    unsigned char *bytes = (unsigned char *)words;
    for (unsigned i = 0; i < sizeof words; i++)
        bytes[i] = 0;
    for (int i = 0; i < 4; i++)
        assert(words[i] == 0);
    return 0;
}
