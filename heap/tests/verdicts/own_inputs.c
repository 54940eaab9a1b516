/* A function for inputs that the program defines itself does not restrict what comparisons of strings give.
 *
 * verdict: unreach-call (either sign is possible)
 */
#include <string.h>
extern void reach_error(void);
extern int nondet(void);

int __VERIFIER_nondet_int(void) { return 5; }

int main(void)
{
    char a[2] = "a", b[2] = "b";
    if (nondet())
        b[0] = 'A';
    if (strcmp(a, b) < 0)
        reach_error();
    return __VERIFIER_nondet_int() - 5;
}
