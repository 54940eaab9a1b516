/* A large block of bytes is turned into printable digits. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

#define SIZE 100000

static char text[SIZE + 1];

int main(void)
{
    for (int i = 0; i < SIZE; i++) {
        int digit = __VERIFIER_nondet_int();
        __VERIFIER_assume(0 <= digit && digit <= 9);
        text[i] = (char)('0' + digit);
    }
    text[SIZE] = '\0';
    for (const char *p = text; *p; p++)
        assert('0' <= *p && *p <= '9');
    return 0;
}
