// Copies the elements of a map to a list, then changes the map.
#include <cassert>
#include <list>
#include <map>
#include <set>
#include <utility>
extern int nondet_int();
extern bool nondet_bool();

int main() {
    int n = nondet_int();
    std::map<int, int> m;
    for (int i = 0; i < n; i++)
        if (nondet_bool()) m[i] = nondet_int();
    std::list<std::pair<int, int> > pairs;
    for (std::map<int, int>::iterator it = m.begin(); it != m.end(); ++it)
        pairs.push_back(std::make_pair(it->first, it->second));
    assert(pairs.size() == m.size());
    m[nondet_int()] = 5;
    std::set<int> seen;
    for (std::list<std::pair<int, int> >::iterator it = pairs.begin(); it != pairs.end(); ++it) {
        assert(m.count(it->first) && m[it->first] == it->second);
        assert(seen.insert(it->first).second);
    }
    int k = nondet_int();
    assert(seen.count(k) == m.count(k));
    return 0;
}
