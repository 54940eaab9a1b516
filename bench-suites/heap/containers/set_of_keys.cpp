// Collects the keys of a map in a set.
#include <cassert>
#include <map>
#include <set>
extern int nondet_int();
extern bool nondet_bool();

int main() {
    int n = nondet_int();
    std::map<int, int> m;
    for (int i = 0; i < n; i++)
        if (nondet_bool()) m[i] = nondet_int();
    std::set<int> keys;
    for (std::map<int, int>::iterator it = m.begin(); it != m.end(); ++it) keys.insert(it->first);
    assert(keys.size() == m.size());
    int k = nondet_int();
    assert(keys.count(k) == m.count(k));
    return 0;
}
