/* The program's own definitions come before the models, also for functions that models use.
 *
 * verdict: proved
 * verdict -DBUG: unreach-call
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern char *strchr(const char *s, int c);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)

unsigned long strlen(const char *s)
{
    return s[0] == 'x' ? 7 : 8;
}

int main(void)
{
    const char *word = __VERIFIER_nondet_int() ? "xyz" : "abc";
    CHECK(strlen(word) == (word[0] == 'x' ? 7 : 8));
#ifdef BUG
    CHECK(strlen(word) == 3);
#endif
    CHECK(strchr(word, 0) == word + 3);
    return 0;
}
