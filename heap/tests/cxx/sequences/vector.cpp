// Operations of a sequence with an end.
#include <algorithm>
#include <vector>
typedef std::vector<int> C;

void step(C &c, C &other) {
    unsigned i = c.empty() ? 0 : any(c.size());
    switch (any(23)) {
    case 0: case 1: case 2: c.push_back(any(9)); break;
    case 3: if (!c.empty()) c.pop_back(); break;
    case 4: c.insert(c.begin() + any(c.size() + 1), any(9)); break;
    case 5: c.insert(c.begin() + any(c.size() + 1), any(4), any(9)); break;
    case 6: c.insert(c.begin() + any(c.size() + 1), other.begin(), other.end()); break;
    case 7: if (!c.empty()) c.erase(c.begin() + i); break;
    case 8: if (!c.empty()) c.erase(c.begin() + i, c.begin() + i + any(c.size() - i + 1)); break;
    case 9: c.resize(any(12), any(9)); break;
    case 10: c.swap(other); break;
    case 11: other = c; break;
    case 12: c.assign(any(5), any(9)); break;
    case 13: c.reserve(any(30)); note(c.capacity()); break;
    case 14: if (!c.empty()) c[i] = c.front() + c.back(); break;
    case 15: c.emplace_back(any(9)); break;
    case 16: note(c == other); note(c < other); break;
    case 17: std::reverse(c.begin(), c.end()); break;
    case 18: for (C::reverse_iterator r = c.rbegin(); r != c.rend(); ++r) note(*r); break;
    case 19: if (any(4) == 0) c.clear(); break;
    case 20: { int x = any(9); note(*c.insert(c.begin() + any(c.size() + 1), std::move(x))); break; }
    case 21: c.insert(c.end(), {1, (int)any(9)}); c.shrink_to_fit(); note(c.capacity()); break;
    case 22: c.assign(other.begin(), other.end()); note(c.capacity()); break;
    }
    if (c.size() > 40) c.clear();
}
