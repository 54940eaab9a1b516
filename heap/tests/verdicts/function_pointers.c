/* Calls through pointers: from a table, a member, a parameter, one of two.
 *
 * verdict: proved
 * verdict -DBUG=1: def-behavior (a hole in the table)
 * verdict -DBUG=2: unreach-call
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)

static int up(int x) { return x + 1; }
static int down(int x) { return x - 1; }
#if BUG == 1
static int (*const table[3])(int) = { up, down };
#else
static int (*const table[3])(int) = { up, down, up };
#endif
struct operations { int (*change)(int); int (*undo)(int); };

static void map(int *cells, int count, int (*change)(int))
{
    for (int i = 0; i < count; i++)
        cells[i] = change(cells[i]);
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 50)
        return 0;
    int (*either)(int) = n > 2 ? up : down;
    CHECK(either(n) == (n > 2 ? n + 1 : n - 1));
    CHECK(table[n % 3](10) == (n % 3 == 1 ? 9 : 11));
    struct operations o = { up, down };
    CHECK(o.undo(o.change(n)) == n);
    int cells[60];
    for (int i = 0; i < n; i++)
        cells[i] = i;
    map(cells, n, BUG == 2 && n == 44 ? down : up);
    if (n > 10)
        CHECK(cells[7] == 8);
    return either == table[0] && n <= 2;
}
