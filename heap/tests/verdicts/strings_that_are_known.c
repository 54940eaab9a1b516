/* String functions on strings that are known, more or less.
 *
 * verdict: proved
 * verdict -DBUG=1: unreach-call
 * verdict -DBUG=2: valid-deref (the text does not fit)
 */
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 100)
        return 0;
    char b[BUG == 2 ? 11 : 16];
    strcpy(b, "hello");
    strcat(b, n > 9 ? " world" : "!");
    CHECK(strlen(b) == (n > 9 ? 11 : 6));
    CHECK(strcmp(b, "hello!") != 0 || n <= (BUG == 1 ? 8 : 9));
    CHECK(strchr(b, 'o') == b + 4 && strchr(b, 'x') == 0);
    CHECK(strncmp(b, "help", 3) == 0);
    return 0;
}
