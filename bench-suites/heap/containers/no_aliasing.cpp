// The elements of a vector point to different objects.
#include <cassert>
#include <vector>
extern unsigned nondet_uint();

struct T {
    unsigned value;
};

int main() {
    unsigned n = nondet_uint();
    if (n > 1000000) return 0;
    std::vector<T *> v;
    for (unsigned i = 0; i < n; i++) {
        T *t = new T;
        t->value = i;
        v.push_back(t);
    }
    unsigned i = nondet_uint(), j = nondet_uint();
    if (i < n && j < n && i != j) {
        assert(v[i] != v[j]);
        v[i]->value = n;
        assert(v[j]->value == j);
    }
    for (unsigned k = 0; k < n; k++) delete v[k];
    return 0;
}
