/* Structs are copied, passed and returned by value.
 *
 * verdict: proved
 * verdict -DBUG=1: unreach-call (a copy is thought to be the original)
 * verdict -DBUG=2: unreach-call (a parameter is thought to be the argument)
 * verdict -DBUG=3: def-behavior (a member is copied that nobody has set)
 * verdict -DBUG=4: valid-deref (the last element is not there)
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)

struct item { int x; char tag; int *at; };
struct big { int v[40]; struct item last; };

static struct item make(int x, int *at)
{
    struct item r;
    r.x = x;
    r.at = at;
#if BUG != 3
    r.tag = 'a';
#endif
    return r;
}

static int advance(struct item a)
{
    a.x += 1;
    return a.x + *a.at;
}

int main(void)
{
    int n = __VERIFIER_nondet_int(), k = 5;
    if (n < 0 || n > 100)
        return 0;
    struct item a = make(n, &k), b;
    b = a;
    a.x = 7;
#if BUG == 1
    CHECK(b.x == 7 || n < 50);
#endif
    CHECK(b.x == n && b.at == &k && b.tag == 'a');
    CHECK(advance(b) == n + 6);
#if BUG == 2
    CHECK(b.x != 31);
#endif
    CHECK(b.x == n);
    struct item c = { .x = n };
    CHECK(c.at == 0 && c.tag == 0 && c.x == n);
    struct item some[4] = { [2] = { .x = n } };
    CHECK(some[2].x == n && some[1].x == 0 && some[3].at == 0);
    some[1] = some[2];
    CHECK(some[1].x == n && some[0].x == 0);
    struct big one, two;
    for (int i = 0; i < 40; i++)
        one.v[i] = n + i;
    one.last = b;
    two = one;
    one.v[17] = 0;
    CHECK(two.v[17] == n + 17 && two.last.at == &k);
#if BUG == 4
    struct item *end = &some[n > 98 ? 4 : 3];
    *end = a;
#endif
    return 0;
}
