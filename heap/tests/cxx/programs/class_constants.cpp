// Constants of classes that are computed from those of other instances of a template.
#include <cassert>
template <int N> struct P { static inline const int value = 2 * P<N - 1>::value; };
template <> struct P<0> { static inline const int value = 1; };
template <class T> struct Q { static int c; static const int d = sizeof(T) + 1; static constexpr int e = 5; };
template <class T> int Q<T>::c = 7;
template <class T> struct R { static const bool v = false; };
template <class T> struct R<T *> { static const bool v = true; };
int main() {
  assert(P<0>::value == 1); assert(Q<int>::c == 7); assert(Q<int>::d == 5); assert(Q<int>::e == 5); assert(R<int *>::v); assert(!R<int>::v);
  int k = P<3>::value; assert(k == 8); const int &r = P<2>::value; assert(P<5>::value == 32); return 0; }
