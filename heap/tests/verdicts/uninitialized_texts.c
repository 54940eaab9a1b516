/* What library functions read must be initialized, and so must the exit status.
 *
 * verdict: proved
 * verdict -DBUG=1: def-behavior (no zero byte was written)
 * verdict -DBUG=2: def-behavior (the length of a string that begins well)
 * verdict -DBUG=3: def-behavior (a string among the arguments of a format)
 * verdict -DBUG=4: def-behavior (a name of a file)
 * verdict -DBUG=5: def-behavior (a number that is printed)
 * verdict -DBUG=6: def-behavior (a part of a string that is copied)
 * verdict -DBUG=7: def-behavior (the exit status)
 */
#include <stdio.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    char text[10], other[10];
    int numbers[3];
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 5) return 0;
    text[0] = 'a';
    numbers[0] = n;
    if (BUG != 1) text[1] = 0;
    puts(text);
    other[0] = 'b';
    if (BUG != 2 && BUG != 3 && BUG != 4 && BUG != 6) other[1] = 0;
    if (BUG == 2 && strlen(other) > 20) return 1;
    if (BUG == 3) printf("%d: %s\n", n, other);
    if (BUG == 4) remove(other);
    if (BUG == 6) strncpy(text, other, 5);
    printf("%d\n", numbers[BUG == 5 ? 1 : 0]);
    return numbers[BUG == 7 ? 2 : 0];
}
