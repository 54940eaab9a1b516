// Operations of a hash table, but for the order of its elements.
#include <unordered_map>
struct C {
    std::unordered_map<int, int> m;
    int *begin() { return 0; }
    int *end() { return 0; }
    unsigned size() { return m.size(); }
};

void step(C &c, C &other) {
    int x = any(12);
    switch (any(13)) {
    case 0: case 1: case 2: c.m[x] = any(9); break;
    case 3: note(c.m.insert(std::make_pair(x, (int)any(9))).second); break;
    case 4: note(c.m.erase(x)); break;
    case 5: for (int i = 0; i < 12; i++) if (c.m.find(i) != c.m.end()) note(c.m.find(i)->second); break;
    case 6: note(c.m.count(x)); note(c.m.empty()); break;
    case 7: if (any(4) == 0) other = c; break;
    case 8: c.m.swap(other.m); break;
    case 9: note(c.m.insert_or_assign(x, any(9)).second); note(c.m.try_emplace(any(12), any(9)).second); break;
    case 10: if (auto n = c.m.extract(x)) { n.key() = any(12); note(c.m.insert(std::move(n)).inserted); } break;
    case 11: c.m.merge(other.m); note(other.m.size()); break;
    case 12: note(c.m == other.m); note(c.m.emplace(x, (int)any(9)).second); break;
    }
}
