// The values of a map are computed from its keys; looking one up inserts it.
#include <cassert>
#include <map>
extern int nondet_int();

int main() {
    int n = nondet_int();
    if (n > 1000000) return 0;
    std::map<int, int> m;
    for (int i = 0; i < n; i++) m[i] = 2 * i + 1;
    int k = nondet_int();
    if (0 <= k && k < n) {
        assert(m[k] == 2 * k + 1);
        m[k] = 7;
    } else {
        assert(m[k] == 0 && m.count(k) == 0);
    }
    int other = nondet_int();
    if (0 <= other && other < n && other != k) assert(m[other] == 2 * other + 1);
    return 0;
}
