/* The null pointer with an offset is not null, in initialisers of globals too.
 *
 * verdict: proved
 * verdict -DBUG=1: unreach-call (taken for null)
 * verdict -DBUG=2: unreach-call (in a member)
 * verdict -DBUG=3: unreach-call (the address of a member)
 * verdict -DBUG=4: unreach-call (as a number)
 * verdict -DBUG=5: unreach-call (computed)
 */
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define CHECK(n, c) do { if (BUG == (n) ? (c) : !(c)) reach_error(); } while (0)

struct pair { int first, second; };
static struct pair *one = (struct pair *)NULL + 1, *none = (struct pair *)NULL + 0;
static struct { struct pair *pointer; int number; } holder = { (struct pair *)NULL + 1, 2 };
static int *second = &((struct pair *)NULL)->second;
static unsigned long distance = (unsigned long)&((struct pair *)NULL)->second;
static long negative = (long)((char *)NULL - 1);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 70000 || n > 70000) return 0;
    CHECK(1, one != NULL && !none);
    CHECK(2, holder.pointer && holder.number == 2);
    CHECK(3, second == (int *)((char *)NULL + sizeof(int)));
    CHECK(4, distance == sizeof(int) && negative == -1);
    char *computed = NULL;
    computed += n - 69999;
    CHECK(5, computed ? 1 : 0);
    return 0;
}
