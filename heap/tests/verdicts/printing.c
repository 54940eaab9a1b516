/* Text is printed, to the world and into memory.
 *
 * verdict: proved
 * verdict -DBUG=1: valid-deref (the text does not fit)
 * verdict -DBUG=2: def-behavior (an argument is missing)
 * verdict -DBUG=3: valid-deref (a string without end is printed)
 * verdict -DBUG=5: unknown (text is printed over itself)
 * verdict -DBUG=4: unreach-call (a large unsigned number is printed as a small negative one)
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    int n = __VERIFIER_nondet_int();
    char b[BUG == 1 ? 24 : 32], word[3] = { 'a', 'b', 'c' };
    int printed = sprintf(b, "%d of %u items", n, 1000u);
    CHECK(printed < 32 && b[printed] == 0);
    CHECK(snprintf(0, 0, "%d", n) <= 11);
    unsigned bits = (unsigned)n;
    if (bits > 4294967290u)
        CHECK(snprintf(0, 0, "%d", bits) == (BUG == 4 ? 10 : 2));
    snprintf(b, sizeof b, "%5d%c%%", n, 'x');
    puts(b);
    fprintf(stderr, "%ld %p\n", (long)n, (void *)b);
#if BUG == 2
    if (n == 123456)
        printf("%d %d\n", n);
#endif
#if BUG != 3
    word[2] = 0;
#endif
    printf("%s and %s\n", word, "text");
    char both[64];
    sprintf(both, "%s", word);
    sprintf(both + (BUG == 5 ? 2 : 3), "%s", both);
    char *copy = strdup("text");
    CHECK(copy == 0 || copy[3] == 't');
    free(copy);
    return 0;
}
