// The values of a map are pointers; a missing one is dereferenced.
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
    assert(m[k]->value == k);
    std::map<int, T *>::iterator it;
    for (it = m.begin(); it != m.end(); ++it) delete it->second;
    return 0;
}
