//! Random C++ programs without the library, whose objects say when they are made, copied, changed and
//! destroyed. An expression has at most one part that does so where the order of the parts is left open.

/// A small generator of pseudo-random numbers (splitmix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}

/// What every program begins with.
const START: &str = r#"extern "C" int printf(const char *, ...);
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
namespace deep { int level = 1; int up(int &x) { return x += level; } }
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
"#;

/// A program, by its number.
pub(crate) fn program(seed: u64) -> String {
    let mut maker =
        Maker { random: Random(seed), objects: vec!["a0".into()], names: 0, text: START.to_string() };
    maker.text += "int main() {\n  int n = 5;\n  A a0(3);\n";
    for _ in 0..10 {
        maker.statement(1);
    }
    maker.text += "  printf(\"%d %d\\n\", n, made);\n  return n & 63;\n}\n";
    maker.text
}

struct Maker {
    random: Random,
    /// Objects of class `A` that are alive here.
    objects: Vec<String>,
    names: usize,
    text: String,
}

impl Maker {
    fn name(&mut self, start: &str) -> String {
        self.names += 1;
        format!("{start}{}", self.names)
    }

    fn object(&mut self) -> String {
        let index = self.random.below(self.objects.len());
        self.objects[index].clone()
    }

    fn line(&mut self, depth: usize, text: &str) {
        self.text += &format!("{}{text}\n", "  ".repeat(depth));
    }

    /// A value of class `A`; at most one object says something where the order is left open.
    fn value(&mut self) -> String {
        let object = self.object();
        let number = self.random.below(50);
        match self.random.below(8) {
            0 => format!("A({number})"),
            1 => format!("built({number})"),
            2 => format!("chosen({number})"),
            3 => format!("{object} + A({number})"),
            4 => format!("A({number}).add({})", self.random.below(9)),
            5 => format!("(n % 2 ? {object} : A({number}))"),
            6 => format!("Box<A>({object}, {object}).sum()"),
            _ => object,
        }
    }

    /// An integer.
    fn number(&mut self) -> String {
        let object = self.object();
        let value = self.value();
        let number = self.random.below(20);
        match self.random.below(11) {
            9 => format!("guarded({number})"),
            10 => format!("again({number})"),
            0 => format!("by_value({value}, {number})"),
            1 => format!("by_reference({value}, {number})"),
            2 => format!("same({object}).get()"),
            3 => format!("derived({number}).all()"),
            4 => format!("larger({object}, A({number})).v"),
            5 => format!("(n > {number} && by_reference({value}, 1) > 3)"),
            6 => format!("({value}).get()"),
            7 => "deep::up(n)".to_string(),
            _ => format!("(n * 3 + {number}) % 97"),
        }
    }

    fn statement(&mut self, depth: usize) {
        let (number, value, object) = (self.number(), self.value(), self.object());
        match self.random.below(20) {
            15 => {
                let (name, with) = (self.name("s"), self.random.below(9));
                let made = format!("n % 2 ? (Shape *)new Solid({with}) : new Circle({with})");
                self.line(depth, &format!("Shape *{name} = {made};"));
                self.line(depth, &format!("n = (n + {name}->id() + {name}->twin().get()) % 127;"));
                let cast = format!("Side *t = dynamic_cast<Side *>({name})");
                self.line(depth, &format!("if ({cast}) n = (n + t->side()) % 127;"));
                self.line(depth, &format!("delete {name};"));
            }
            16 => {
                let (name, with) = (self.name("b"), self.random.below(9));
                self.line(depth, &format!("Both {name}({with});"));
                let parts = format!("((Root &){name}).up() + ((Right &){name}).r + ((Right &){name}).up()");
                self.line(depth, &format!("n = (n + {parts}) % 127;"));
                self.objects.push(format!("{name}.l"));
            }
            17 | 18 if depth < 4 => self.guarded(depth, &number),
            19 => {
                let (name, with) = (self.name("f"), self.random.below(30));
                self.line(depth, &format!("try {{ Fragile {name}({with}); n = (n + {name}.two.v) % 131; }}"));
                self.line(depth, "catch (char) { n = n / 2; } catch (Worse &w) { n = w.what() % 7; }");
                self.line(depth, "catch (...) { n = n / 3; }");
            }
            0 | 1 => {
                let name = self.name("a");
                self.line(depth, &format!("A {name} = {value};"));
                self.objects.push(name);
            }
            2 => {
                let name = self.name("r");
                self.line(depth, &format!("const A &{name} = {};", self_bound(&value)));
                self.line(depth, &format!("n = (n + {name}.get()) % 101;"));
            }
            3 => {
                let name = self.name("d");
                let with = self.random.below(9);
                self.line(depth, &format!("D {name}({with});"));
                self.objects.push(format!("{name}.first"));
            }
            4 => self.line(depth, &format!("{object} = {value};")),
            5 => {
                let name = self.name("p");
                let with = self.random.below(9);
                self.line(depth, &format!("A *{name} = new A({with});"));
                self.line(depth, &format!("n = {number} % 103;"));
                self.line(depth, &format!("n = ({name}->add(n).get() + n) % 103;"));
                self.line(depth, &format!("delete {name};"));
            }
            6 => {
                let name = self.name("q");
                self.line(depth, &format!("A *{name} = new A[n % 3 + 1];"));
                self.line(depth, &format!("{name}[0] = {value};"));
                self.line(depth, &format!("delete[] {name};"));
            }
            7 => {
                let name = self.name("x");
                self.line(depth, &format!("A {name}[2] = {{A(1), {value}}};"));
                self.line(depth, &format!("for (A &e : {name}) n = (n + e.add(2).get()) % 107;"));
            }
            8 => {
                let name = self.name("f");
                let body = format!("{{ n += k; return {object}.add(k).get(); }}");
                self.line(depth, &format!("auto {name} = [&](int k) {body};"));
                self.line(depth, &format!("n = {name}(3) % 109;"));
            }
            9 | 10 if depth < 4 => self.block(depth, &format!("if ({number} % 2)")),
            11 if depth < 4 => {
                let i = self.name("i");
                self.line(depth, &format!("for (int {i} = 0; {i} < 3; {i}++) {{"));
                let alive = self.objects.len();
                self.statement(depth + 1);
                let jump = if self.random.below(2) == 0 { "continue" } else { "break" };
                self.line(depth + 1, &format!("if ((n + {i}) % 2) {jump};"));
                self.statement(depth + 1);
                self.objects.truncate(alive);
                self.line(depth, "}");
            }
            12 if depth < 4 => self.block(depth, ""),
            13 => self.line(depth, &format!("{value};")),
            _ => self.line(depth, &format!("n = {number} % 113;")),
        }
    }

    /// Statements that may throw, with handlers.
    fn guarded(&mut self, depth: usize, number: &str) {
        self.block(depth, "try");
        self.text.truncate(self.text.trim_end().len() - 1);
        let with = self.random.below(9);
        self.line(depth, &format!("  n = (n + risky((n + {with}) & 63)) % 131; }}"));
        let handler = match self.random.below(3) {
            0 => "const Error &e",
            1 => "Error e",
            _ => "Worse &e",
        };
        self.line(depth, &format!("catch ({handler}) {{ n = e.what() % 11; }}"));
        match self.random.below(2) {
            0 => self.line(depth, &format!("catch (int i) {{ A in(i); n = {number} % 17; }}")),
            _ => self.line(depth, "catch (int i) { n = i % 5; }"),
        }
        self.line(depth, "catch (...) { n = n / 2; }");
    }

    fn block(&mut self, depth: usize, head: &str) {
        self.line(depth, &format!("{head} {{"));
        let alive = self.objects.len();
        for _ in 0..=self.random.below(3) {
            self.statement(depth + 1);
        }
        if self.random.below(8) == 0 {
            self.line(depth + 1, "return n & 31;");
        }
        self.objects.truncate(alive);
        self.line(depth, "}");
    }
}

/// What a reference may be bound to for its whole life: a reference that a temporary returns to itself is
/// none of that.
fn self_bound(value: &str) -> String {
    if value.contains(".add(") { "A(4)".to_string() } else { value.to_string() }
}
