// Collects the keys whose values are zero, instead of the others.
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
    for (std::map<int, int>::iterator it = m.begin(); it != m.end(); ++it)
        if (it->second == 0) keys.insert(it->first);
    int k = nondet_int();
    bool is_in = m.count(k) && m[k] != 0;
    assert((keys.count(k) == 1) == is_in);
    return 0;
}
