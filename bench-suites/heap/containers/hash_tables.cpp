// Copies a hash table and collects its keys, in whatever order they come.
#include <cassert>
#include <unordered_map>
#include <unordered_set>
extern int nondet_int();
extern bool nondet_bool();
int main() {
    int n = nondet_int();
    std::unordered_map<int, int> m, w;
    for (int i = 0; i < n; i++)
        if (nondet_bool()) m[i] = nondet_int();
    std::unordered_set<int> keys;
    for (std::unordered_map<int, int>::iterator it = m.begin(); it != m.end(); ++it) {
        w[it->first] = it->second;
        keys.insert(it->first);
    }
    assert(w.size() == m.size() && keys.size() == m.size());
    int k = nondet_int();
    if (m.count(k)) assert(w.count(k) && w[k] == m[k] && keys.count(k));
    else assert(w.count(k) == 0 && !keys.count(k));
    return 0;
}
