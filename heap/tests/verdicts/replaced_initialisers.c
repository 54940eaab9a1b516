/* What an initialiser does need not happen if another one replaces it, and happens once if it is for several elements.
 *
 * verdict: proved
 * verdict -DBUG=1: unknown (a member has two)
 * verdict -DBUG=2: unknown (an element has two)
 * verdict -DBUG=3: unknown (several elements have one)
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)

struct point { int x, y; };
struct line { struct point from, to; int color; };

static int count;
static int next(void) { return ++count; }

int main(void)
{
    int n = __VERIFIER_nondet_int();
    struct line line = { .from.x = next(), .from.y = n, .to = { next(), .y = next() }, .color = 7, .color = 8 };
    int cells[6] = { [1] = next(), n, [0 ... 0] = 3, [4 ... 5] = n };
    int expected = 4;
#if BUG == 1
    struct point point = { .x = next(), .y = n, .x = n };
    expected = 5;
#elif BUG == 2
    int row[3] = { n, next(), [1] = n };
    expected = 5;
#elif BUG == 3
    int row[3] = { [0 ... 2] = next() };
    expected = 7;
#endif
    CHECK(count == expected);
    CHECK(line.from.x == 1 && line.to.y == 3 && line.color == 8);
    CHECK(cells[0] == 3 && cells[1] == 4 && cells[2] == n && cells[3] == 0 && cells[5] == n);
    return 0;
}
