// Operations of a map.
#include <map>
typedef std::map<int, int> C;

void step(C &c, C &other) {
    int x = any(15);
    switch (any(19)) {
    case 0: case 1: case 2: c[x] = any(9); break;
    case 3: note(c.insert(std::make_pair(x, (int)any(9))).second); break;
    case 4: note(c.erase(x)); break;
    case 5: { C::iterator i = c.find(x); if (i != c.end()) i->second++; break; }
    case 6: note(c.count(x)); break;
    case 7: { C::iterator i = c.lower_bound(x); note(i == c.end() ? -1 : i->second); break; }
    case 8: c.insert(other.begin(), other.end()); break;
    case 9: c.swap(other); break;
    case 10: note(c == other); note(c < other); break;
    case 11: for (C::iterator i = c.begin(); i != c.end();) if (i->second == x) c.erase(i++); else ++i; break;
    case 12: if (c.count(x)) note(c.at(x)); other = c; break;
    case 13: note(c.insert_or_assign(x, any(9)).second); break;
    case 14: note(c.try_emplace(x, any(9)).second); break;
    case 15: if (auto n = c.extract(x)) { n.key() = any(15); n.mapped()++; note(c.insert(std::move(n)).inserted); } break;
    case 16: c.merge(other); break;
    case 17: { C::iterator i = c.insert(c.lower_bound(any(15)), std::make_pair(x, (int)any(9))); note(i->second); break; }
    case 18: note(c.emplace(x, (int)any(9)).second); c.emplace_hint(c.begin(), any(15), 1); break;
    }
}
