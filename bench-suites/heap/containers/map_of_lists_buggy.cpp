// Each key of a map has a list of its own, but the two keys may be the same.
#include <cassert>
#include <list>
#include <map>
extern int nondet_int();
extern bool nondet_bool();

int main() {
    int n = nondet_int();
    std::map<int, std::list<int> *> m;
    for (int i = 0; i < n; i++)
        if (nondet_bool()) m[i] = new std::list<int>;
    int one = nondet_int(), other = nondet_int(), x = nondet_int();
    if (m.count(one) && m.count(other)) {
        m[one]->push_back(x);
        assert(m[one]->size() == 1 && m[one]->back() == x);
        assert(m[other]->empty());
    }
    for (std::map<int, std::list<int> *>::iterator it = m.begin(); it != m.end(); ++it) delete it->second;
    return 0;
}
