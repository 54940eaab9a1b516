// Operations of a map with repetitions.
#include <map>
typedef std::multimap<int, int> C;

void step(C &c, C &other) {
    int x = any(9);
    if (c.size() > 40) c.clear();
    switch (any(15)) {
    case 0: case 1: case 2: c.insert(std::make_pair(x, (int)any(9))); break;
    case 3: note(c.erase(x)); break;
    case 4: { C::iterator i = c.find(x); if (i != c.end()) note(i->second); break; }
    case 5: note(c.count(x)); break;
    case 6: { std::pair<C::iterator, C::iterator> r = c.equal_range(x); for (; r.first != r.second; ++r.first) note(r.first->second); break; }
    case 7: c.insert(other.begin(), other.end()); break;
    case 8: c.swap(other); break;
    case 9: note(c == other); note(c < other); break;
    case 10: { C::iterator i = c.lower_bound(x); if (i != c.end()) c.erase(i); break; }
    case 11: if (auto n = c.extract(x)) { n.key() = any(9); note(c.insert(std::move(n))->second); } break;
    case 12: c.merge(other); break;
    case 13: c.emplace_hint(c.lower_bound(any(9)), x, any(9)); break;
    case 14: c.insert(c.upper_bound(any(9)), std::make_pair(x, (int)any(9))); break;
    }
}
