// Operations of a string.
#include <string>
typedef std::string C;

void step(C &c, C &other) {
    unsigned i = any(c.size() + 1);
    switch (any(18)) {
    case 0: case 1: c += 'a' + any(4); break;
    case 2: c += other; break;
    case 3: c.insert(i, other); break;
    case 4: c.erase(i, any(4)); break;
    case 5: c.replace(i, any(4), other); break;
    case 6: note(c.find(other)); note(c.rfind('b')); break;
    case 7: other = c.substr(i, any(5)); break;
    case 8: note(c.compare(other) < 0); note(c == other); break;
    case 9: c.append(any(3), 'c'); break;
    case 10: c = "ab" + other; break;
    case 11: note(c.find_first_of("bc", i)); note(c.find_last_not_of("a")); break;
    case 12: c.swap(other); break;
    case 13: if (!c.empty()) c[any(c.size())] = 'd'; break;
    case 14: if (!c.empty()) c.pop_back(); break;
    case 15: note(c.c_str()[c.size()]); break;
    case 16: c.resize(any(8), 'e'); break;
    case 17: c = std::to_string(any(1000)); break;
    }
    if (c.size() > 40) c.clear();
    if (other.size() > 40) other.clear();
}
