// Equal objects are shared: a table has one of them, and all others are thrown away.
#include <cassert>
#include <set>
extern int nondet_int();
extern unsigned nondet_uint();

struct Point {
    int x, y, color;
    Point(int a, int b, int c) : x(a), y(b), color(c) {}
};

// Points at the same place are equal, whatever their colors.
struct ByPlace {
    bool operator()(const Point &a, const Point &b) const { return a.x < b.x || (a.x == b.x && a.y < b.y); }
};

typedef std::set<Point, ByPlace> Table;

const Point *shared(Table &table, const Point &p) { return &*table.insert(p).first; }

int main() {
    Table table;
    unsigned n = nondet_uint();
    if (n > 1000) return 0;
    for (unsigned i = 0; i < n; i++) shared(table, Point(nondet_int(), nondet_int(), nondet_int()));
    int x = nondet_int(), y = nondet_int(), z = nondet_int();
    const Point *one = shared(table, Point(x, y, 1));
    const Point *same = shared(table, Point(x, y, 2));
    const Point *other = shared(table, Point(x, z, 1));
    assert(one == same);
    assert(one->x == x && one->y == y);
    assert((one == other) == (y == z));
    return 0;
}
