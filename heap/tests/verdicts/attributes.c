/* Attributes that change what a program does are not passed over.
 *
 * verdict: proved
 * verdict -DBUG=1: unknown (a function runs before main)
 * verdict -DBUG=2: unknown (a function runs after main)
 * verdict -DBUG=3: unknown (a function is called when a variable ends)
 * verdict -DBUG=4: unreach-call (two names for one variable)
 * verdict -DBUG=5: unknown (a function may be missing)
 * verdict -DBUG=6: unreach-call (a function has another name for linkers)
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
#define ENDS_WITH(function) __attribute__((cleanup(function)))

int count __attribute__((aligned(8)));
__attribute__((noinline)) int grow(void) { return ++count; }

#if BUG == 1
static void before(void) __attribute__((constructor));
static void before(void) { count = 1; }
#elif BUG == 2
static void __attribute__((destructor)) after(void) { reach_error(); }
#elif BUG == 3
static void end(int *variable) { count = *variable; }
#elif BUG == 4
extern int other __attribute__((alias("count")));
#elif BUG == 5
extern int missing(void) __attribute__((weak));
#elif BUG == 6
extern int enlarge(void) __asm__("grow");
#endif

int main(void)
{
    int n = __VERIFIER_nondet_int();
    CHECK(count == 0);
#if BUG == 3
    { ENDS_WITH(end) int variable = 1; }
#elif BUG == 4
    other = 1;
#elif BUG == 5
    CHECK(missing);
#elif BUG == 6
    enlarge();
#endif
    int unused __attribute__((unused)) = n;
    CHECK(count == 0);
    CHECK(grow() == 1);
    return 0;
}
