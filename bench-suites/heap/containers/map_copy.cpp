// Copies a map by walking over it.
#include <cassert>
#include <map>
extern int nondet_int();
extern bool nondet_bool();

int main() {
    int n = nondet_int();
    std::map<int, int> m, copy;
    for (int i = 0; i < n; i++)
        if (nondet_bool()) m[i] = nondet_int();
    for (std::map<int, int>::iterator it = m.begin(); it != m.end(); ++it) copy[it->first] = it->second;
    assert(copy.size() == m.size());
    int k = nondet_int();
    assert(copy.count(k) == m.count(k));
    if (m.count(k)) assert(copy[k] == m[k]);
    return 0;
}
