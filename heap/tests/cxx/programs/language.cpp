// References, overloads, templates, statics, operators, closures.
extern "C" int printf(const char *, ...);
namespace shapes {
struct Point {
  int x = 1, y;
  Point() : y(2) {}
  Point(int a, int b) : x(a), y(b) {}
  Point operator-() const { return Point(-x, -y); }
  Point &operator+=(const Point &o) {
    x += o.x;
    y += o.y;
    return *this;
  }
  bool operator==(const Point &o) const { return x == o.x && y == o.y; }
  int operator[](int i) const { return i ? y : x; }
  explicit operator bool() const { return x || y; }
  static int count;
};
int Point::count = 4;
Point operator+(Point a, const Point &b) { return a += b; }
}  // namespace shapes
using shapes::Point;
int f(int) { return 1; }
int f(double) { return 2; }
int f(const char *) { return 3; }
int f(Point) { return 4; }
template <class T, int N> struct Fixed {
  T items[N];
  int used = 0;
  void add(const T &x) {
    if (used < N) items[used++] = x;
  }
  T *begin() { return items; }
  T *end() { return items + used; }
  template <class F> int each(F g) {
    int sum = 0;
    for (T &x : *this) sum += g(x);
    return sum;
  }
};
struct Base {
  int b;
  explicit Base(int k) : b(k) {}
  int twice() const { return 2 * b; }
};
struct Derived : Base {
  Point p;
  Derived(int k) : Derived(k, k + 1) { b++; }
  Derived(int k, int m) : Base(k), p(m, m) {}
  auto maker() {
    return [this](int k) { return b + p.x + k; };
  }
};
int next() {
  static int state = f(2.5) * 10;
  return state++;
}
enum class Color { red = 3, green };
int describe(Color c) {
  switch (c) {
    case Color::red: return 10;
    case Color::green: return 20;
  }
  return 0;
}
int defaulted(int a, int b = 5, const Point &p = Point(8, 9)) { return a + b + p.x; }
struct Pair {
  int left, right;
};
int main() {
  Point p, q(3, 4);
  p += q;
  Point r = p + -q;
  printf("%d %d %d %d\n", r.x, r[1], p == q, Point::count);
  printf("%d %d %d %d\n", f(1), f(1.5), f("x"), f(p));
  Fixed<int, 3> three;
  for (int i = 0; i < 5; i++) three.add(i * i);
  int scale = 3;
  printf("%d\n", three.each([scale](int x) { return x * scale; }));
  Derived d(6);
  Base &base = d;
  const Derived &same = static_cast<const Derived &>(base);
  printf("%d %d %d\n", base.twice(), same.p.y, d.maker()(2));
  printf("%d ", next());
  printf("%d ", next());
  printf("%d %d\n", describe(Color::green), defaulted(1));
  Pair pair = {4, 5};
  auto [left, right] = pair;
  left += 10;
  auto &[first, second] = pair;
  second = left;
  printf("%d %d %d %d\n", left, right, pair.right, first);
  int a = 3, b = 4;
  (a < b ? a : b) = 9;
  (a += 2) *= 2;
  ++(++b);
  int &alias = a;
  int *pointer = &alias;
  *pointer -= 1;
  if (int c = a - b; c > 3) printf("%d\n", c);
  printf("%d %d %d\n", a, b, p ? 1 : 0);
  const int &kept = f(1) + 4;
  int matrix[2][3] = {{1, 2, 3}, {4}};
  int total = 0;
  for (auto &row : matrix)
    for (int x : row) total += x;
  printf("%d %d\n", kept, total);
  return 0;
}
