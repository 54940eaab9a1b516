// Turns a map round, but a value may occur twice.
#include <cassert>
#include <map>
extern int nondet_int();
extern bool nondet_bool();

int main() {
    int n = nondet_int();
    std::map<int, int> m, reverse;
    for (int i = 0; i < n; i++)
        if (nondet_bool()) m[i] = nondet_int();
    for (std::map<int, int>::iterator it = m.begin(); it != m.end(); ++it) {
        reverse[it->second] = it->first;
    }
    int k = nondet_int();
    if (m.count(k)) assert(reverse[m[k]] == k);
    return 0;
}
