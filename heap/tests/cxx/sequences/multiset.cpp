// Operations of a set with repetitions.
#include <set>
typedef std::multiset<int> C;

void step(C &c, C &other) {
    int x = any(15);
    if (c.size() > 40) c.clear();
    switch (any(17)) {
    case 0: case 1: case 2: case 3: c.insert(x); break;
    case 4: note(c.erase(x)); break;
    case 5: { C::iterator i = c.find(x); if (i != c.end()) c.erase(i); break; }
    case 6: note(c.count(x)); break;
    case 7: { C::iterator i = c.lower_bound(x); note(i == c.end() ? -1 : *i); break; }
    case 8: { C::iterator i = c.upper_bound(x); note(i == c.end() ? -1 : *i); break; }
    case 9: c.insert(other.begin(), other.end()); break;
    case 10: c.swap(other); break;
    case 11: note(c == other); note(c < other); break;
    case 12: c.erase(c.lower_bound(x), c.upper_bound(x + 2)); break;
    case 13: for (C::reverse_iterator r = c.rbegin(); r != c.rend(); ++r) note(*r); break;
    case 14: if (auto n = c.extract(x)) { n.value() = any(15); note(*c.insert(std::move(n))); } break;
    case 15: c.merge(other); break;
    case 16: note(*c.insert(c.upper_bound(any(15)), x)); break;
    }
}
