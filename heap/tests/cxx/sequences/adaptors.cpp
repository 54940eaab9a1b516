// Operations of a stack, a queue and a queue by priority.
#include <queue>
#include <stack>
struct C {
    std::stack<int> s;
    std::queue<int> q;
    std::priority_queue<int> p;
    int *begin() { return 0; }
    int *end() { return 0; }
    unsigned size() { return s.size() + q.size() + p.size(); }
};

void step(C &c, C &other) {
    int x = any(9);
    switch (any(9)) {
    case 0: case 1: c.s.push(x); break;
    case 2: case 3: c.q.push(x); c.p.push(x * 3 % 7); break;
    case 4: if (!c.s.empty()) { note(c.s.top()); c.s.pop(); } break;
    case 5: if (!c.q.empty()) { note(c.q.front() * 10 + c.q.back()); c.q.pop(); } break;
    case 6: if (!c.p.empty()) { note(c.p.top()); c.p.pop(); } break;
    case 7: other = c; break;
    case 8: note(c.s == other.s); note(c.q < other.q); break;
    }
}
