// The values of a map are pointers, none of them null.
#include <cassert>
#include <map>
extern int nondet_int();
extern bool nondet_bool();

struct T {
    int value;
};

int main() {
    int n = nondet_int();
    std::map<int, T *> m;
    for (int i = 0; i < n; i++)
        if (nondet_bool()) {
            T *t = new T;
            t->value = i;
            m[i] = t;
        }
    int k = nondet_int();
    std::map<int, T *>::iterator it = m.find(k);
    if (it != m.end()) {
        assert(it->second != 0);
        assert(it->second->value == k);
    }
    for (it = m.begin(); it != m.end(); ++it) delete it->second;
    return 0;
}
