// Copies a vector, but one element is changed.
#include <cassert>
#include <vector>
extern int nondet_int();
extern unsigned nondet_uint();

int main() {
    unsigned n = nondet_uint();
    if (n > 1000000) return 0;
    std::vector<int> v, w;
    for (unsigned i = 0; i < n; i++) v.push_back(nondet_int());
    for (std::size_t i = 0; i < v.size(); i++) w.push_back(i == 7 ? v[i] + 1 : v[i]);
    assert(w.size() == v.size());
    for (std::size_t i = 0; i < v.size(); i++) assert(w[i] == v[i]);
    return 0;
}
