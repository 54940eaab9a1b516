// Turns a map round; a value that occurs twice ends the program.
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
        if (reverse.count(it->second)) return 0;
        reverse[it->second] = it->first;
    }
    int k = nondet_int();
    if (m.count(k)) assert(reverse[m[k]] == k);
    return 0;
}
