// Operations of a linked list.
#include <list>
typedef std::list<int> C;

C::iterator at(C &c) {
    C::iterator place = c.begin();
    for (unsigned n = any(c.size() + 1); n > 0; n--) ++place;
    return place;
}

void step(C &c, C &other) {
    switch (any(24)) {
    case 0: case 1: c.push_back(any(9)); break;
    case 2: case 3: c.push_front(any(9)); break;
    case 4: c.insert(at(c), any(9)); break;
    case 5: c.insert(at(c), any(4), any(9)); break;
    case 6: { C::iterator place = at(c); if (place != c.end()) c.erase(place); break; }
    case 7: if (!c.empty()) c.pop_back(); break;
    case 8: if (!c.empty()) c.pop_front(); break;
    case 9: c.splice(at(c), other); break;
    case 10: { C::iterator place = at(other); if (place != other.end()) c.splice(at(c), other, place); break; }
    case 11: c.sort(); break;
    case 12: c.unique(); break;
    case 13: c.remove(any(9)); break;
    case 14: c.sort(); other.sort(); c.merge(other); break;
    case 15: c.reverse(); break;
    case 16: other = c; break;
    case 17: c.swap(other); break;
    case 18: c.resize(any(10), any(9)); break;
    case 19: note(c == other); note(c < other); if (!c.empty()) note(c.front() * 10 + c.back()); break;
    case 20: c.splice(at(c), std::move(other)); break;
    case 21: c.sort(); other.sort(); c.merge(std::move(other)); break;
    case 22: note(*c.emplace(at(c), any(9))); note(c.emplace_front(any(9))); break;
    case 23: c.unique([](int a, int b) { return a + 1 == b; }); c.remove_if([](int a) { return a % 4 == 3; }); break;
    }
    if (c.size() > 40) c.clear();
}
