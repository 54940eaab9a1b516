//! Calls taken as one step: each function is looked at alone, and what it does is said of all its calls.

use cfp_heap::analysis::{Analysis, Calls, Options, Task, Verdict};
use cfp_heap::front::{FrontError, Source, load};
use cfp_heap::ir::{Program, read_program};
use cfp_heap::symbolic::analyze;

const HEADER: &str = "extern int nondet(void); extern void reach_error(void); extern void exit(int);
extern void *malloc(__SIZE_TYPE__); extern void free(void *);
static void set(int *p, int v) { *p = v; }
static void swap(int *p, int *q) { int t = *p; *p = *q; *q = t; }
static int get(const int *p, int i) { return p[i]; }
static void fill(int *p, int n, int v) { for (int i = 0; i < n; i++) p[i] = v; }
static int positive(const int *p, int n) { int c = 0; for (int i = 0; i < n; i++) if (p[i] > 0) c++; return c; }
static int *make(int n, int v) { int *p = malloc(n * sizeof *p); if (!p) exit(1); fill(p, n, v); return p; }
static void drop(int *p) { free(p); }
static int state; static int next(void) { if (state < 100) state++; return state; }
static int same(const int *p, const int *q) { return p == q; }
static int *larger(int *p, int *q) { return *p > *q ? p : q; }
static int half(int n) { int a[2]; if (n > 3) a[0] = n; a[1] = 0; return a[n > 3 ? 0 : 1]; }
";

/// The program with this body of `main`; nothing if the library that reads C is missing.
fn program(body: &str) -> Option<Program> {
    let text = format!("{HEADER}int main(void) {{ {body} return 0; }}\n");
    match load(&[Source::text("calls.c", &text)]) {
        Ok(loaded) => Some(loaded.program),
        Err(FrontError::Missing(_)) => None,
        Err(error) => panic!("{body}: {error}"),
    }
}

fn analysis(program: &Program, calls: Calls) -> Analysis {
    analyze(&Task::new(program), &Options { calls, effort: 200_000, ..Options::default() })
}

#[test]
fn right_calls_are_proved() {
    for body in [
        "int x = 1, y = 2; swap(&x, &y); if (x != 2 || y != 1) reach_error();",
        "int x = 1; swap(&x, &x); if (x != 1) reach_error();",
        "int a[3] = {1, 2, 3}; swap(a, a + 2); swap(&a[1], a); if (a[0] != 2 || a[1] != 3 || a[2] != 1) reach_error();",
        "int n = nondet(), a[50]; if (n < 9 || n > 50) return 0; fill(a, n, 3); if (get(a, 8) != 3 || get(a, n - 1) != 3) reach_error();",
        "int n = nondet(), a[50]; if (n < 0 || n > 50) return 0; for (int i = 0; i < n; i++) a[i] = nondet(); int c = positive(a, n); if (c < 0 || c > n) reach_error();",
        "int n = nondet(); if (n < 5 || n > 90) return 0; int *p = make(n, 1), *q = make(n, 2); if (p[4] != 1 || q[n - 1] != 2 || same(p, q)) reach_error(); drop(p); drop(q);",
        "int a = next(), b = next(); if (b < a || a < 1 || state != b) reach_error();",
        "int x = nondet(), y = nondet(), a = x, b = y; set(larger(&x, &y), 0); if (x != 0 && y != 0) reach_error(); if (a > b && y != b) reach_error();",
        "int s = 0; for (int i = 0; i < 40; i++) { set(&s, i); } if (s != 39) reach_error();",
        "int x = half(nondet()); if (x < 0) reach_error();",
    ] {
        let Some(program) = program(body) else { return };
        for calls in [Calls::Follow, Calls::Summarize] {
            let verdict = analysis(&program, calls).verdict;
            assert!(matches!(verdict, Verdict::Proved), "{calls:?} of {body}: {verdict:?}");
        }
    }
}

#[test]
fn wrong_calls_are_refuted() {
    for body in [
        "int x = nondet(), y = 2; swap(&x, &y); if (y == 12345) reach_error();",
        "int n = nondet(), a[50]; if (n < 9 || n > 51) return 0; fill(a, n, 3);",
        "int n = nondet(), a[50]; if (n < 0 || n > 50) return 0; fill(a, n, 3); if (positive(a, 50) > 50) reach_error();",
        "int n = nondet(); if (n < 5 || n > 90) return 0; int *p = make(n, 1), *q = p; drop(p); if (n == 77) drop(q);",
        "int n = nondet(); int *p = make(5, n); if (n != 3) drop(p); p = 0;",
        "int *p = nondet() == 7 ? 0 : &state; set(p, 3);",
        "set((int *)\"abc\", nondet());",
        "int a = next(), b = next(); if (a + b == 3 && nondet() == 4321) reach_error();",
    ] {
        let Some(program) = program(body) else { return };
        for calls in [Calls::Follow, Calls::Summarize] {
            let verdict = analysis(&program, calls).verdict;
            assert!(matches!(verdict, Verdict::Refuted { .. }), "{calls:?} of {body}: {verdict:?}");
        }
    }
}

/// A tree of functions with so many layers, each of which calls the one below it twice. That on the ground
/// counts what it fills.
fn layers(count: usize) -> String {
    let mut text = "
extern fn nondet() -> i32

internal fn f0(p.0: i32*, n.1: i32) -> i32 {
  let i.2, c.3: i32
  c.3 = 0
  i.2 = 0
  loop L0 for {
    test:
      %4 = lt i32 i.2, n.1
      while %4
    body:
      %5 = convert i32 to i64 i.2
      %6 = elem p.0[%5] of i32
      store i32 %6, 1
      %7 = lt i32 c.3, 100
      if %7 {
        c.3 = add i32 c.3, 1
      }
    step:
      i.2 = add i32 i.2, 1
  }
  return c.3
}
"
    .to_string();
    for layer in 1..=count {
        let below = layer - 1;
        text.push_str(&format!(
            "
internal fn f{layer}(p.0: i32*, n.1: i32) -> i32 {{
  a.2 = call f{below}(p.0, n.1)
  b.3 = call f{below}(p.0, n.1)
  %4 = lt i32 a.2, b.3
  if %4 {{
    return a.2
  }}
  return b.3
}}
"
        ));
    }
    text.push_str(&format!(
        "
fn main() -> i32 {{
  slot &a.0: i32[100]
  begin &a.0
  n.0 = call nondet()
  %1 = ge i32 n.0, 0
  assume %1
  %2 = le i32 n.0, 100
  assume %2
  %3 = call f{count}(&a.0, n.0)
  %4 = lt i32 %3, 0
  if %4 {{
    fail call of reach_error
  }}
  return 0
}}
"
    ));
    text
}

#[test]
fn a_large_tree_of_calls_takes_few_questions() {
    let program = read_program(&layers(6)).expect("a program");
    let analysis = analysis(&program, Calls::Auto);
    assert!(matches!(analysis.verdict, Verdict::Proved), "{:?}", analysis.verdict);
    // Followed, the 64 loops take thousands.
    assert!(analysis.stats.questions < 1_000, "{}", analysis.stats.questions);
}
