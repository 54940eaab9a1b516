// A stack and a queue get the same numbers, and give them back in opposite orders.
#include <cassert>
#include <queue>
#include <stack>
extern unsigned nondet_uint();

int main() {
    unsigned n = nondet_uint();
    if (n == 0 || n > 1000000) return 0;
    std::stack<unsigned> s;
    std::queue<unsigned> q;
    for (unsigned i = 0; i < n; i++) {
        s.push(i);
        q.push(i);
    }
    assert(s.size() == n && q.size() == n);
    assert(s.top() == q.back());
    assert(q.front() == 0);
    for (unsigned i = 0; i < n; i++) {
        assert(q.front() == i);
        assert(s.top() == n - 1 - i);
        s.pop();
        q.pop();
    }
    assert(s.empty() && q.empty());
    return 0;
}
