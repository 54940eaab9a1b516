// Operations of a hash table with repetitions, but for the order of its elements.
#include <unordered_set>
struct C {
    std::unordered_multiset<int> s;
    int *begin() { return 0; }
    int *end() { return 0; }
    unsigned size() { return s.size(); }
};

void step(C &c, C &other) {
    int x = any(9);
    if (c.size() > 40) c.s.clear();
    switch (any(11)) {
    case 0: case 1: case 2: note(*c.s.insert(x)); break;
    case 3: note(c.s.erase(x)); break;
    case 4: for (int i = 0; i < 9; i++) note(c.s.count(i)); break;
    case 5: { auto i = c.s.find(x); if (i != c.s.end()) c.s.erase(i); break; }
    case 6: if (any(4) == 0) other = c; break;
    case 7: c.s.swap(other.s); break;
    case 8: note(c.s == other.s); break;
    case 9: c.s.merge(other.s); note(other.s.size()); break;
    case 10: if (auto n = c.s.extract(x)) { n.value() = any(9); note(*c.s.insert(std::move(n))); } break;
    }
}
