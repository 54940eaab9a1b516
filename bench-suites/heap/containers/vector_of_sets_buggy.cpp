// Inserts a number into the first of many sets, whichever is meant.
#include <cassert>
#include <set>
#include <vector>
extern int nondet_int();
extern unsigned nondet_uint();

int main() {
    unsigned n = nondet_uint(), i = nondet_uint(), j = nondet_uint();
    if (n > 1000000 || i >= n || j >= n || i == j) return 0;
    std::vector<std::set<int> > v(n);
    int x = nondet_int();
    v[0].insert(x);
    assert(v[i].count(x) == 1);
    assert(v[j].count(x) == 0);
    return 0;
}
