//! When constants get their values: before all code, and what may be a constant is not read too early. What
//! g++ does is written at each program.

use crate::containers::run_files;
use cfp_heap::interp::Outcome;

const HEAD: &str = "int early(); int before = early(); constexpr int sq(int x) { return x * x; }\n\
                    struct P { int a; constexpr P(int x) : a(x * x) {} };\n";

fn outcome(text: &str) -> Option<Outcome> {
    run_files(&[("case.cpp", text.to_string())])
}

#[test]
fn constants_have_their_values_first() {
    let programs = [
        "constexpr int t[2] = {sq(1), sq(2)}; int early() { return t[1]; } int main() { return before - 4; }",
        "constexpr P p(3); int early() { return p.a; } int main() { return before - 9; }",
        "int n = sq(3); int early() { return n++; } int main() { return before - 9 + n - 10; }",
        "template <int N> struct T { static constexpr P p{N}; static constexpr P q{T::p.a}; };\n\
         int early() { return T<2>::q.a; } int main() { return before - 16; }",
        "constexpr P p(2); constexpr int of(int k) { return p.a + k; } constexpr P q(of(1));\n\
         int early() { return q.a; } int main() { return before - 25; }",
        "__attribute__((require_constant_initialization)) P p(2);\n\
         int early() { return p.a++; } int main() { return before - 4 + p.a - 5; }",
    ];
    for program in programs {
        let Some(outcome) = outcome(&format!("{HEAD}{program}")) else { return };
        assert!(matches!(outcome, Outcome::Finished(0)), "{program}: {outcome:?}");
    }
}

#[test]
fn constants_of_other_files_have_their_values_first() {
    let first = "int early(); int before = early(); extern const int c[2]; int more = c[1];\n\
                 int main() { return before + more - 34; }\n";
    let second = "constexpr int sq(int x) { return x * x; } extern const int c[2];\n\
                  constexpr int c[2] = {sq(2), sq(3)}; struct P { int a; constexpr P(int x) : a(x * x) {} };\n\
                  static constexpr P p(5); int early() { return p.a; }\n";
    let files = [("first.cpp", first.to_string()), ("second.cpp", second.to_string())];
    let Some(outcome) = run_files(&files) else { return };
    assert!(matches!(outcome, Outcome::Finished(0)), "{outcome:?}");
}

#[test]
fn the_end_of_an_early_static_local_is_not_guessed() {
    let text = "struct L { ~L() {} }; L &local() { static L l; return l; }\n\
                struct G { G() { local(); } ~G() {} }; G g; int main() { return 0; }\n";
    let Some(outcome) = outcome(text) else { return };
    assert!(matches!(outcome, Outcome::Unsupported(..)), "{outcome:?}");
}

#[test]
fn inline_variables_of_several_files_are_initialised_once() {
    let head = "int bump(); inline int once = bump();\n";
    let first =
        format!("extern int n; {head} int bump() {{ return ++n; }} int main() {{ return n * 10 + once; }}\n");
    let files = [("first.cpp", first), ("second.cpp", format!("{head} int n = 0;\n"))];
    let Some(outcome) = run_files(&files) else { return };
    assert!(matches!(outcome, Outcome::Finished(11)), "{outcome:?}");
}

#[test]
fn other_variables_are_zero_before_their_definition() {
    let programs = [
        "extern const int c; int f() { return c; } int n = 1; const int c = (n++, f()) + 3;\n\
         int early() { return c; } int main() { return before + c - 3; }",
        "int n = 3; struct D { int a; D() : a(n) {} }; D d; int early() { return d.a; }\n\
         int main() { return before + d.a - 3; }",
        "int *p = new int(3); int early() { return p == nullptr; } int main() { delete p; return before - 1; }",
    ];
    for program in programs {
        let Some(outcome) = outcome(&format!("{HEAD}{program}")) else { return };
        assert!(matches!(outcome, Outcome::Finished(0)), "{program}: {outcome:?}");
    }
}

#[test]
fn what_may_be_a_constant_is_not_read_early() {
    let programs = [
        "P p(3); int early() { return p.a; } int main() { return before - 9; }",
        "const P p(3); const P *q = &p; int early() { return q->a; } int main() { return before - 9; }",
        "const P p(3); int get() { return p.a; } int (*f)() = get;\n\
         int early() { return f(); } int main() { return before - 9; }",
        "int n = 2; int c = [] { return n + 2; }(); int early() { return c; } int main() { return before; }",
    ];
    for program in programs {
        let Some(outcome) = outcome(&format!("{HEAD}{program}")) else { return };
        let is_unknown_or_right = matches!(outcome, Outcome::Unsupported(..) | Outcome::Finished(0));
        assert!(is_unknown_or_right, "{program}: {outcome:?}");
    }
    let Some(outcome) = outcome(&format!(
        "{HEAD}P p(3); int late = p.a; int early() {{ return 1; }}\n\
                                          int main() {{ return late - 9; }}"
    )) else {
        return;
    };
    assert!(matches!(outcome, Outcome::Finished(0)), "{outcome:?}");
}

#[test]
fn errors_in_constants_of_classes_are_found() {
    let head = "const int most = 2147483647; const int zero = 0;\n";
    let class = "struct X { static const int c; }; const int X::c =";
    let template =
        "template <class T> struct X { static const int c; }; template <class T> const int X<T>::c =";
    let programs = [
        format!("{head}{class} most + 1; int main() {{ return X::c == 5; }}"),
        format!("{head}{class} 5 / zero; int main() {{ return X::c == 5; }}"),
        format!("{head}{template} most + int(sizeof(T)); int main() {{ return X<int>::c == 5; }}"),
        format!("{head}const int t[2] = {{most + 1, 3}}; int main() {{ return t[1] == 5; }}"),
    ];
    for program in programs {
        let Some(outcome) = outcome(&program) else { return };
        assert!(
            matches!(outcome, Outcome::Violation(_) | Outcome::Unsupported(..)),
            "{program}: {outcome:?}"
        );
    }
    let right = format!("{head}{class} most - 1; int main() {{ return X::c != 2147483646; }}");
    let Some(outcome) = outcome(&right) else { return };
    assert!(matches!(outcome, Outcome::Finished(0)), "{outcome:?}");
}
