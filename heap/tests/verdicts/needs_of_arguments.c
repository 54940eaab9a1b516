/* What library functions require of their arguments.
 *
 * verdict: proved
 * verdict -DBUG=1: def-behavior (a string is copied over itself)
 * verdict -DBUG=2: def-behavior (so is a part of one)
 * verdict -DBUG=3: def-behavior (a block as well)
 * verdict -DBUG=4: def-behavior (a string is appended to itself)
 * verdict -DBUG=5: def-behavior (zero has no first bit)
 * verdict -DBUG=6: def-behavior (nor a last one)
 * verdict -DBUG=7: def-behavior (a negative character other than EOF)
 * verdict -DBUG=8: def-behavior (in another function)
 * verdict -DBUG=9: valid-deref (a stream that could not be opened)
 * verdict -DBUG=10: valid-deref (also for output)
 * verdict -DBUG=11: unknown (whatever an alignment of three is)
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);

static void copies(int n)
{
    char text[40] = "hello";
    int to = n % 10 + 10;
    strcpy(text + (BUG == 1 ? to - 10 : to), text);
    strncpy(text + (BUG == 2 ? 3 : 4), text, 4);
    memcpy(text + (BUG == 3 ? to - 10 : to), text, 6);
    memcpy(text, text, 6);
    char start[20] = "ab";
    strcat(start, BUG == 4 ? start + 1 : start + 10);
}

static int bits(int n)
{
    unsigned word = n < 0 ? 1 : n;
    if (word == 0 && BUG != 5 && BUG != 6) return 0;
    return BUG == 6 ? __builtin_ctz(word) : __builtin_clz(word);
}

static int characters(int n)
{
    signed char c = n % 200 - 100;
    if (isspace(BUG == 7 ? c : (unsigned char)c)) return 1;
    return toupper(BUG == 8 ? c : (unsigned char)c) + isalpha(EOF);
}

static int streams(void)
{
    FILE *in = fopen("in", "r");
    if (!in && BUG != 9) return 0;
    int c = fgetc(in);
    fclose(in);
    FILE *out = fopen("out", "w");
    if (!out && BUG != 10) return 0;
    fputs("text", out);
    fclose(out);
    return c;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0) return 0;
    copies(n);
    free(aligned_alloc(BUG == 11 ? 3 : 16, 32));
    return bits(n) + characters(n) + streams();
}
