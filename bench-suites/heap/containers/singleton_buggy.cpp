// Equal objects are shared, but their colors are compared, too.
#include <cassert>
#include <vector>
extern int nondet_int();
extern unsigned nondet_uint();

struct Point {
    int x, y, color;
    Point(int a, int b, int c) : x(a), y(b), color(c) {}
    bool operator==(const Point &other) const { return x == other.x && y == other.y && color == other.color; }
};

std::vector<Point *> table;

Point *shared(Point *p) {
    for (std::size_t i = 0; i < table.size(); i++)
        if (*table[i] == *p) {
            delete p;
            return table[i];
        }
    table.push_back(p);
    return p;
}

int main() {
    unsigned n = nondet_uint();
    if (n > 1000) return 0;
    for (unsigned i = 0; i < n; i++) shared(new Point(nondet_int(), nondet_int(), nondet_int()));
    int x = nondet_int(), y = nondet_int();
    Point *one = shared(new Point(x, y, 1));
    Point *other = shared(new Point(x, y, 2));
    assert(one == other);
    assert(one->x == x && one->y == y);
    for (std::size_t i = 0; i < table.size(); i++) delete table[i];
    return 0;
}
