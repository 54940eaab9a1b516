/* A function or variable may have a second name, for the linker or for the assembler.
 *
 * verdict: proved
 * verdict -DBUG=1: unreach-call
 * verdict -DBUG=2: unreach-call
 * verdict -DBUG=3: unknown
 * verdict -DBUG=4: unknown
 */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)

int count;
static int step(void) { return ++count; }
int also_step(void);
static int use(void) { return also_step(); }
int also_step(void) __attribute__((alias("step")));
extern int also_count __attribute__((alias("count")));

int named_step(void) __asm__("real_step");
int real_step(void) { return count += 10; }

#if BUG == 3
/* Not defined anywhere: the address is null. */
extern void perhaps(void) __attribute__((weak));
#endif
#if BUG == 4
extern int nowhere __attribute__((weak));
#endif

int main(void)
{
    CHECK(use() == 1 && count == 1 && also_count == 1);
    also_count = 5;
    CHECK(count == 5);
    CHECK(also_step == step);
    named_step();
    CHECK(count == 15);
#if BUG == 1
    also_step();
    CHECK(count == 15);
#endif
#if BUG == 2
    named_step();
    CHECK(count == 15);
#endif
#if BUG == 3
    CHECK(perhaps);
#endif
#if BUG == 4
    CHECK(&nowhere);
#endif
    return 0;
}
