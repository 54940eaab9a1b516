// What every random program without the library may use.
extern "C" int printf(const char *, ...);
int made = 0;
struct A {
  int v;
  A(int x = 7) : v(x % 1000) { printf("make %d\n", v); ++made; }
  A(const A &o) : v(o.v + 1) { printf("copy %d\n", v); ++made; }
  A(A &&o) : v(o.v + 2) { o.v = 0; printf("move %d\n", v); ++made; }
  A &operator=(const A &o) { v = (o.v + 3) % 1000; printf("assign %d\n", v); return *this; }
  ~A() { printf("end %d\n", v); --made; }
  int get() const { return v; }
  A &add(int n) { v = (v + n) % 1000; return *this; }
  A operator+(const A &o) const { return A(v + o.v); }
  bool operator<(const A &o) const { return v < o.v; }
};
struct D : A {
  A first;
  int w = 3;
  A second;
  D(int x) : A(x), first(x + 1), second() { printf("D %d\n", w); }
  ~D() { printf("~D %d\n", first.v); }
  int all() const { return get() + first.get() + second.v + w; }
};
template <class T> struct Box {
  T a;
  T b;
  Box(const T &x, const T &y) : a(x), b(y) {}
  T &left() { return a; }
  T sum() const { return a + b; }
};
template <class T> const T &larger(const T &a, const T &b) { return a < b ? b : a; }
namespace deep {
int level = 1;
int up(int &x) { return x += level; }
int down(int &x) { return x -= 2; }
}
int by_value(A a, int n) { a.add(n); return a.get(); }
int by_reference(const A &a, int n) { return a.get() + n; }
A &same(A &a) { a.add(1); return a; }
A built(int n) { A local(n); local.add(2); return local; }
A chosen(int n) {
  if (n % 2) { A odd(n); return odd; }
  return A(n + 5);
}
D derived(int n) { return D(n); }
struct Shape {
  int k;
  Shape(int x) : k(x) { printf("Shape %d\n", id()); }
  virtual int id() const { return k; }
  virtual A twin() const { return A(k); }
  virtual ~Shape() { printf("~Shape %d\n", id()); }
};
struct Side {
  A part;
  Side(int x) : part(x) {}
  virtual int side() { return part.v; }
  virtual ~Side() { printf("~Side\n"); }
};
struct Circle : Shape {
  Circle(int x) : Shape(x) {}
  int id() const override { return k + 100; }
};
struct Solid : Side, Circle {
  A own;
  Solid(int x) : Side(x), Circle(x + 1), own(x + 2) {}
  int id() const override { return own.v; }
  int side() override { return own.v + part.v; }
  A twin() const override { return own; }
  ~Solid() { printf("~Solid\n"); }
};
struct Root {
  int r;
  Root(int x = 1) : r(x) { printf("Root %d\n", r); }
  virtual int up() { return r; }
  virtual ~Root() { printf("~Root %d\n", r); }
};
struct Left : virtual Root {
  A l;
  Left(int x) : Root(x), l(x) {}
  int up() override { return r + l.v; }
  ~Left() { printf("~Left %d\n", up()); }
};
struct Right : virtual Root {
  int q;
  Right(int x) : Root(x + 1), q(x) { printf("Right %d\n", up()); }
};
struct Both : Left, Right {
  A b;
  Both(int x) : Root(x + 2), Left(x), Right(x), b(x) {}
  int up() override { return Left::up() + q; }
};
struct Error {
  int code;
  Error(int c) : code(c) { printf("Error %d\n", code); }
  Error(const Error &o) : code(o.code) { printf("copied Error\n"); }
  virtual int what() const { return code; }
  virtual ~Error() { printf("~Error %d\n", code); }
};
struct Worse : Error {
  A with;
  Worse(int c) : Error(c), with(c) {}
  int what() const override { return code + with.v; }
};
int risky(int n) {
  A guard(n);
  switch (n % 4) {
    case 0: throw n;
    case 1: throw Worse(n);
    case 2: throw Error(n);
  }
  return n;
}
struct Fragile {
  A one;
  A two;
  Fragile(int n) : one(n), two(risky(n)) { if (n % 5 == 0) throw 'f'; }
};
int guarded(int n) {
  try { return risky(n); } catch (Error &e) { return e.what(); } catch (...) { return 3; }
}
int again(int n) {
  try {
    try { return risky(n); } catch (Error e) { A in(2); if (n % 3) throw; return e.what(); }
  } catch (Worse &w) { return w.what(); } catch (const Error &) { return 4; } catch (int i) { return i; }
}
void *operator new(unsigned long, void *place) noexcept { return place; }
struct Two {
  A x;
  A y;
};
struct Bare {
  int number;
  const A &r;
};
struct Grid {
  A cells[2][2];
  int width = 2;
};
struct Nested {
  Two pair;
  A one = A(11);
  Nested() : Nested(4) { printf("Nested()\n"); }
  explicit Nested(int k) : pair{A(k), A(k + 1)} { printf("Nested(int)\n"); }
  struct Inner {
    A deep;
    static int count;
    Inner(int k = 2) : deep(k) { ++count; }
    friend int peek(const Inner &i) { return i.deep.v + count; }
  };
};
int Nested::Inner::count = 0;
struct Heir : A {
  A extra = A(21);
  using A::A;
  ~Heir() { printf("~Heir\n"); }
};
struct Number {
  int k;
  explicit operator bool() const { return k > 0; }
  operator int() const { return k * 2; }
  operator A() const { return A(k); }
  Number &operator++() { ++k; return *this; }
  Number operator++(int) { Number old = *this; ++k; return old; }
  Number &operator+=(const A &a) { k = (k + a.v) % 500; return *this; }
  Number operator-() const { return Number{-k}; }
  int operator()(int a, int b = 3) const { return k + a * b; }
  int operator[](const A &a) const { return a.v + k; }
};
Number operator<<(Number n, const A &a) { n += a; return n; }
struct Owner {
  A *held;
  Owner(int k) : held(new A(k)) {}
  Owner(Owner &&o) : held(o.held) { o.held = nullptr; }
  Owner(const Owner &) = delete;
  Owner &operator=(Owner &&o) {
    if (this != &o) {
      delete held;
      held = o.held;
      o.held = nullptr;
    }
    return *this;
  }
  ~Owner() { delete held; }
  A *operator->() const { return held; }
  A &operator*() const { return *held; }
};
Owner owner(int k) { return Owner(k); }
struct Said {
  A a;
  int who() & { return 1; }
  int who() const & { return 2; }
  int who() && { return 3; }
  const A &take(const A &x) const { return x.v > a.v ? x : a; }
};
int which(A &) { return 1; }
int which(const A &) { return 2; }
int which(A &&) { return 3; }
int with_defaults(const A &a = A(4), int n = 6) { return a.v + n; }
struct Series {
  A items[3];
  Series(int k) : items{A(k), A(k + 1)} {}
  A *begin() { return items; }
  A *end() { return items + 3; }
};
template <class F> int applied(F f, int n) { return f(n) + f(n + 1); }
template <class T, int N> struct Several {
  T items[N];
  static int made_of;
  Several() { made_of += N; }
  T &operator[](int i) { return items[i % N]; }
};
template <class T, int N> int Several<T, N>::made_of = 0;
template <class T> struct Kind {
  static int value(const T &) { return 1; }
};
template <> struct Kind<int> {
  static int value(int x) { return x % 5; }
};
template <class T> struct Kind<T *> {
  static int value(T *p) { return 10 + Kind<T>::value(*p); }
};
template <int N> struct Power {
  static const int value = 2 * Power<N - 1>::value;
};
template <> struct Power<0> {
  static const int value = 1;
};
int total() { return 0; }
template <class T, class... Rest> int total(const T &first, const Rest &...rest) {
  return Kind<T>::value(first) + 2 * total(rest...);
}
template <class... T> int folded(T... values) { return (values + ... + 0); }
template <class T> int sized(const T &x) {
  if constexpr (sizeof(T) == sizeof(char)) return 1;
  else return 2 + (int)(sizeof x > 4);
}
template <class Self> struct Mixin {
  int twice() const { return 2 * static_cast<const Self *>(this)->once(); }
};
struct Mixed : Mixin<Mixed> {
  A a;
  Mixed(int k) : a(k) {}
  int once() const { return a.v; }
};
struct Abstract {
  virtual int price() const = 0;
  virtual Abstract *twin() const = 0;
  int doubled() const { return price() * 2; }
  virtual ~Abstract() { printf("~Abstract\n"); }
};
struct Cheap : Abstract {
  int base;
  Cheap(int b) : base(b) {}
  int price() const override { return base; }
  Cheap *twin() const override { return new Cheap(base + 1); }
};
struct Dear : Cheap {
  A added;
  Dear(int b) : Cheap(b), added(b + 5) {}
  int price() const override { return Cheap::price() + added.v; }
  Dear *twin() const override { return new Dear(*this); }
  ~Dear() override { printf("~Dear %d\n", price()); }
};
struct Counting {
  static int alive;
  static int budget;
  A a;
  Counting() : a(alive) {
    if (--budget < 0) throw 30 + alive;
    ++alive;
  }
  ~Counting() { --alive; }
};
int Counting::alive = 0;
int Counting::budget = 0;
struct Noisy {
  int k;
  ~Noisy() {
    try { if (k % 2) throw k; } catch (int i) { printf("inside %d\n", i); }
  }
};
void pass_on() {
  A here(13);
  throw;
}
int sorted_out(int n) {
  try {
    try { return risky(n); } catch (...) { pass_on(); }
  } catch (int i) { return i; } catch (Error &e) { return e.what(); }
  return 9;
}
enum class Color { red = 3, green, blue = 9 };
enum Flags { none, low = 1, high = 4 };
struct Packed {
  unsigned a : 3;
  int b : 5;
  unsigned char c;
};
union Either {
  int number;
  unsigned char bytes[4];
};
int (*const functions[2])(int &) = {deep::up, deep::down};
int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1) % 1009; }
namespace outer { inline namespace inner { A hidden(17); } namespace alias = deep; }
