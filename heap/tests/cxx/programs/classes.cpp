extern "C" int printf(const char*, ...);
struct A { int x; A(int k = 7) : x(k) { printf("A(%d)\n", x); } A(const A& o) : x(o.x + 100) { printf("copy %d\n", x); } ~A() { printf("~A(%d)\n", x); } };
struct B { A a; int y = 4; B() : a(2) { printf("B %d\n", y); } };
int f(A a, const A& b) { return a.x + b.x; }
A g(int k) { A r(k); if (k > 3) return r; r.x++; return r; }
A h(int k) { if (k) { A u(k); return u; } return A(55); }
template<class T> T mx(const T& a, const T& b) { return a < b ? b : a; }
template<class T> struct S { T* p; unsigned n; S() : p(new T[3]), n(3) {} ~S() { printf("~S\n"); delete[] p; } S(const S& o) : p(new T[o.n]), n(o.n) { for (unsigned i = 0; i < n; i++) p[i] = o.p[i]; } T& operator[](unsigned i) { return p[i]; } T* begin() { return p; } T* end() { return p + n; } };
namespace n { int z = 3; int inc(int& r) { return r++; } }
int main() {
  A a; A b(3); const A& t = A(9);
  int s = f(a, b) + f(b, 5);
  printf("%d\n", s);
  A c = g(5); A d = g(1); A e = h(1); A ff = h(0);
  printf("%d %d %d %d\n", c.x, d.x, e.x, ff.x);
  { B bb; B cc(bb); }
  S<int> v; v[0] = 1; v[1] = 2; v[2] = 3; S<int> w(v); w[1] = 5;
  for (int& q : w) q *= 2;
  int sum = 0; for (int q : w) sum += q;
  printf("%d %d\n", sum, mx(3, 4));
  int k = 5; n::inc(k); n::inc(n::z); printf("%d %d\n", k, n::z);
  auto l = [&k, s](int y) { k += y; return s + y; };
  int got = l(2); printf("%d %d\n", got, k);
  for (int i = 0; i < 3; i++) { A loc(i); if (i == 1) continue; if (i == 2) break; }
  (k ? a : b).x = 12; printf("%d %d\n", a.x, (k > 100 ? A(1) : A(2)).x);
  A* pa = new A(33); delete pa; A* arr = new A[2]; delete[] arr;
  int u = (k += 2, k * 2); bool bo = k > 2 && f(A(70), A(71)) > 3; printf("%d %d\n", u, bo);
  return 0;
}
