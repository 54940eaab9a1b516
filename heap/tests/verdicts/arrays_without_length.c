/* How long an array is that is declared without a length: another declaration may say it, or nobody.
 *
 * verdict: proved
 * verdict -DBUG=1: valid-deref
 * verdict -DBUG=2: unknown
 * verdict -DBUG=3: unknown
 */
extern int __VERIFIER_nondet_int(void);

int later[];
int single[];
int later[5];
#if BUG == 2
extern int elsewhere[];
#endif
#if BUG == 3
extern int elsewhere[];
int *first = elsewhere;
#endif

int main(void)
{
    int i = __VERIFIER_nondet_int();
    if (i >= 0 && i < 5)
        later[i] = 1;
    single[0] = 2;
#if BUG == 1
    single[1] = 2;
#endif
#if BUG == 2
    elsewhere[3] = 4;
#endif
#if BUG == 3
    first[3] = 4;
#endif
    return 0;
}
