/* After a designator of several steps, the next values are for what follows the innermost member or element.
 *
 * verdict: proved
 * verdict -DBUG=1: unreach-call
 * verdict -DBUG=2: unreach-call
 * verdict -DBUG=3: unreach-call
 * verdict -DBUG=4: unreach-call
 */
extern void reach_error(void);
#define CHECK(n, c) do { if (BUG == (n) ? (c) : !(c)) reach_error(); } while (0)

struct triple { int a, b, c; };
struct outer { struct triple t; int d; };
struct nameless { int a; struct { int b, c; }; union { int d; char e[4]; }; int f; };

struct outer global = { .t.b = 1, 2 };
struct outer several[2] = { [0].t.c = 1, 2, 3 };

int main(void) {
    CHECK(1, global.t.a == 0 && global.t.b == 1 && global.t.c == 2 && global.d == 0);
    CHECK(2, several[0].t.c == 1 && several[0].d == 2 && several[1].t.a == 3 && several[1].t.b == 0);
    int table[3][3] = { [0][1] = 1, 2, 3, [2] = { [1] = 5, 6 } };
    CHECK(3, table[0][0] == 0 && table[0][1] == 1 && table[0][2] == 2 && table[1][0] == 3
        && table[1][1] == 0 && table[2][1] == 5 && table[2][2] == 6);
    struct nameless n = { .b = 1, 2, 3, 4 };
    CHECK(4, n.a == 0 && n.b == 1 && n.c == 2 && n.d == 3 && n.f == 4);
    struct outer ends = { .t.a = 1, .d = 2 }, whole = { .t = { 1, 2 }, 3 };
    CHECK(99, ends.t.a == 1 && ends.t.b == 0 && ends.d == 2 && whole.t.b == 2 && whole.d == 3);
    struct { int cells[4], last; } range = { .cells[1 ... 2] = 7, 8, 9 };
    CHECK(99, range.cells[0] == 0 && range.cells[1] == 7 && range.cells[2] == 7 && range.cells[3] == 8
        && range.last == 9);
    return 0;
}
