// Keys of a hash table that occur several times are counted once.
#include <cassert>
#include <unordered_set>
extern int nondet_int();

int main() {
    std::unordered_multiset<int> often;
    std::unordered_set<int> once;
    int a = nondet_int(), b = nondet_int();
    often.insert(a);
    often.insert(b);
    once.insert(a);
    once.insert(b);
    assert(often.count(a) == 1 || once.size() == 2);
    assert(once.size() == often.size());
    return 0;
}
