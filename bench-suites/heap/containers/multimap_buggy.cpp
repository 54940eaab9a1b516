// A multimap is taken for a map: the second value of a key does not replace the first.
#include <cassert>
#include <map>
#include <utility>
extern int nondet_int();

int main() {
    int n = nondet_int(), k = nondet_int(), a = nondet_int(), b = nondet_int();
    if (n > 1000 || (0 <= k && k < n)) return 0;
    std::multimap<int, int> m;
    for (int i = 0; i < n; i++) m.insert(std::make_pair(i, i));
    m.insert(std::make_pair(k, a));
    m.insert(std::make_pair(k, b));
    assert(m.count(k) == 1);
    std::multimap<int, int>::iterator it = m.find(k);
    assert(it->second == a);
    ++it;
    assert(it->first == k && it->second == b);
    int other = nondet_int();
    if (0 <= other && other < n) assert(m.count(other) == 1);
    return 0;
}
