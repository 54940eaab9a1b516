/* Error messages of the library. Runs do not know them, so that only rare ones come to them.
 *
 * verdict: proved
 * verdict -DBUG=1: unknown (how long they are)
 * verdict -DBUG=2: unknown (the program must not change them)
 * verdict -DBUG=3: unknown (the next call may change them)
 * verdict -DBUG=4: unknown (what they say)
 * verdict -DBUG=5: unknown (they belong to the library)
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int number = __VERIFIER_nondet_int();
    if (number == 1234567) {
        char copy[64];
        char *text = strerror(number);
        fprintf(stderr, "name: %s\n", text);
        snprintf(copy, sizeof copy, "%s", text);
        if (strlen(text) < sizeof copy) strcpy(copy, text);
        if (BUG == 1) strcpy(copy, text);
        if (BUG == 2 && text[0]) text[0] = 'x';
        if (BUG == 3) {
            size_t length = strlen(text);
            strerror(1);
            copy[0] = text[length];
        }
        if (BUG == 4 && text[0] == 'N') reach_error();
        if (BUG == 5) free(text);
        return copy[0] == 'x';
    }
    return 0;
}
