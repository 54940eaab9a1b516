//! Misuse of containers is an error of a run; programs that look like it have none.

use cfp_heap::front::{FrontError, Source, load};
use cfp_heap::interp::{Config, Outcome, ScriptedInputs, run};
use cfp_heap::ir::Pos;

/// Statements in `main`, and whether they are in order.
const CASES: [(&str, bool); 90] = [
    ("std::vector<int> v; v.push_back(1); return v[1];", false),
    ("std::vector<int> v; v.push_back(1); return v[0];", true),
    ("std::vector<int> v; return v.front();", false),
    ("std::vector<int> v; v.pop_back(); return 0;", false),
    ("std::vector<int> v(2); v.pop_back(); v.pop_back(); return v.size();", true),
    ("std::vector<int> v(1); std::vector<int>::iterator i = v.begin(); v.push_back(2); return *i;", false),
    ("std::vector<int> v(1); v.reserve(9); auto i = v.begin(); v.push_back(2); return *i;", true),
    ("std::vector<int> v(1); int &r = v[0]; v.push_back(2); return r;", false),
    ("std::deque<int> v(1); int &r = v[0]; v.push_back(2); return r;", true),
    ("std::vector<int> v(1); return *v.end();", false),
    ("std::vector<int> v(1); return *--v.end();", true),
    ("std::vector<int> v, w; return v.begin() == w.begin();", false),
    ("std::vector<int> v(1), w; auto i = v.begin(); v.swap(w); return *i + (i == w.begin());", true),
    ("std::list<int> l; l.push_back(1); auto i = l.begin(); l.erase(i); return *i;", false),
    ("std::list<int> l(2); auto i = l.begin(); ++i; l.pop_front(); return *i;", true),
    ("std::list<int> l; return *l.begin();", false),
    ("std::list<int> l; l.pop_front(); return 0;", false),
    ("std::set<int> s; s.insert(1); return *s.find(2);", false),
    ("std::set<int> s; s.insert(1); return *s.find(1) - 1;", true),
    ("std::map<int, int> m; m[1] = 2; auto i = m.begin(); m.erase(1); return i->second;", false),
    ("std::map<int, int> m; m[1] = 2; auto i = m.begin(); m.erase(3); return i->second;", true),
    ("std::stack<int> s; return s.top();", false),
    ("std::stack<int> s; s.push(1); s.pop(); return s.size();", true),
    ("std::queue<int> q; q.pop(); return 0;", false),
    ("int *p = new int[2]; p[0] = 1; delete p; return 0;", false),
    ("int *p = new int[2]; p[0] = 1; delete[] p; return 0;", true),
    ("auto p = std::make_unique<int[]>(2); int *r = p.release(); delete[] r; return 0;", true),
    ("auto p = std::make_unique<int[]>(2); int *r = p.release(); delete r; return 0;", false),
    ("std::vector<int> v = {1, 2, 3}; auto i = v.begin() + 1; v.erase(v.begin()); return *i;", false),
    ("std::vector<int> v = {1, 2, 3}; auto i = v.begin() + 1; v.erase(v.begin() + 2); return *i;", true),
    ("std::vector<int> v = {1, 2, 3}; auto e = v.end(); v.erase(v.begin()); return v.begin() == e;", false),
    ("std::vector<int> v = {1, 2, 3}; auto i = v.erase(v.begin()); return *i;", true),
    (
        "std::vector<int> v(3); v.reserve(9); auto i = v.begin() + 2; v.insert(v.begin(), 1); return *i;",
        false,
    ),
    ("std::vector<int> v(3); v.reserve(9); auto i = v.begin(); v.insert(v.end(), 1); return *i;", true),
    ("std::vector<int> v(3); auto i = v.begin(); v.clear(); return *i;", false),
    ("std::vector<int> v(3); v.clear(); v.push_back(4); return *v.begin();", true),
    (
        "std::vector<int> v(3); auto i = v.begin(); { std::vector<int> w(v); v = std::move(w); } return *i;",
        false,
    ),
    ("std::vector<int> v(3), w(std::move(v)); auto i = w.begin(); return *i;", true),
    ("std::vector<int> v = {1, 2}; for (int x : v) if (x == 1) v.push_back(3); return 0;", false),
    ("std::vector<int> v = {1, 2}; int s = 0; for (int x : v) s += x; v.push_back(s); return 0;", true),
    ("std::deque<int> d(3); auto i = d.begin(); d.push_front(1); return *i;", false),
    ("std::deque<int> d(3); int *p = &d[1]; d.push_front(1); d.push_back(2); return *p;", true),
    ("std::deque<int> d = {1, 0, 2}; auto i = d.begin() + 1; d.erase(d.begin()); return *i;", true),
    ("std::deque<int> d = {1, 0, 2}; auto i = d.begin() + 1; d.erase(d.end() - 1); return *i;", true),
    ("std::deque<int> d = {1, 2, 3}; auto i = d.begin(); d.erase(d.begin() + 1); return *i;", false),
    ("std::deque<int> d = {1, 2, 3}; auto i = d.begin(); d.erase(d.begin()); return *i;", false),
    ("std::deque<int> d = {1, 0}; int &r = d[1]; d.insert(d.begin(), 4); return r + d[2];", true),
    (
        "std::list<int> l = {1, 2, 3}; for (auto i = l.begin(); i != l.end(); ++i) l.erase(i); return 0;",
        false,
    ),
    ("std::list<int> l = {1, 2, 3}; for (auto i = l.begin(); i != l.end();) i = l.erase(i); return 0;", true),
    (
        "std::map<int, int> m = {{1, 1}, {2, 2}}; for (auto i = m.begin(); i != m.end(); ++i) m.erase(i);",
        false,
    ),
    ("std::map<int, int> m = {{1, 1}, {2, 2}}; for (auto i = m.begin(); i != m.end();) m.erase(i++);", true),
    ("std::set<int> s = {1, 2}; const int &r = *s.begin(); s.erase(1); return r;", false),
    ("std::set<int> s = {1, 2}; const int &r = *s.begin(); s.erase(2); s.insert(3); return r;", true),
    ("std::string s = \"ab\"; const char *p = s.c_str(); s += std::string(99, 'x'); return p[0];", false),
    ("std::string s = \"ab\"; s += std::string(99, 'x'); const char *p = s.c_str(); return p[0];", true),
    ("std::queue<int> q; q.push(1); q.pop(); return q.front();", false),
    ("std::queue<int> q; q.push(1); q.push(2); q.pop(); return q.front();", true),
    ("std::unique_ptr<int> p(new int(1)), q(std::move(p)); return *p;", false),
    ("std::unique_ptr<int> p(new int(1)), q(std::move(p)); return *q;", true),
    // Iterators to elements that are gone, although memory is still there.
    ("std::vector<int> v(9); auto i = v.end() - 1; v.pop_back(); v.push_back(3); return *i;", false),
    ("std::vector<int> v(9); auto i = v.end() - 2; v.pop_back(); v.push_back(3); return *i;", true),
    ("std::vector<int> v(9); auto i = v.begin(); v.clear(); v.push_back(3); return *i;", false),
    ("std::vector<int> v(9); auto i = v.begin() + 6; v.resize(5); v.resize(9); return *i;", false),
    ("std::vector<int> v(9); auto i = v.begin() + 4; v.resize(5); v.resize(9); return *i;", true),
    ("std::vector<int> v(9), w(9); auto i = v.begin(); v = w; return *i;", false),
    (
        "std::vector<int> v(30); auto i = v.begin() + 7; for (int k = 0; k < 6; k++) v.erase(v.begin()); return *i;",
        false,
    ),
    (
        "std::vector<int> v(30); auto i = v.begin() + 7; for (int k = 8; k < 16; k++) v.erase(v.begin() + k); return *i;",
        true,
    ),
    (
        "std::vector<int> v(30); auto i = v.begin() + 7; for (int k = 5; k < 12; k++) v.erase(v.begin() + k); return *i;",
        false,
    ),
    ("std::vector<int> v(3); v.insert(v.begin(), v.begin(), v.end()); return 0;", false),
    ("std::vector<int> v(3), w(v); v.insert(v.begin(), w.begin(), w.end()); return 0;", true),
    ("std::string s = \"abcd\"; auto i = s.begin() + 2; s.erase(s.begin() + 1); return *i;", false),
    ("std::string s = \"abcd\"; auto i = s.begin() + 1; s.erase(s.begin() + 2); return *i - 'b';", true),
    // Iterators of other containers.
    ("std::list<int> a(2), b(2); a.erase(b.begin()); return 0;", false),
    ("std::list<int> a(2), b(2); auto i = b.begin(); a.splice(a.end(), b, i); a.erase(i); return 0;", true),
    ("std::list<int> a(2), b(2); auto i = b.begin(); a.swap(b); a.erase(i); return 0;", true),
    ("std::list<int> a(2), b(2); auto i = b.begin(); a.swap(b); b.erase(i); return 0;", false),
    ("std::list<int> a(2), b(2); auto i = b.begin(); a.merge(b); a.sort(); a.erase(i); return 0;", true),
    ("std::list<int> a(2), b(2); a.insert(b.end(), 1); return 0;", false),
    ("std::list<int> a(2), b(2); a.splice(a.begin(), b, a.begin()); return 0;", false),
    ("std::list<int> a(2), b(2); return a.begin() == b.begin();", false),
    ("std::set<int> a = {1}, b = {1}; a.erase(b.begin()); return 0;", false),
    ("std::set<int> a = {1}, b = {2}; a.merge(b); a.erase(a.find(2)); return b.size();", true),
    ("std::map<int, int> a = {{1, 2}}, b; return a.find(1) == b.end();", false),
    ("std::map<int, int> a = {{1, 2}}, b(std::move(a)); return b.find(1) == b.end();", true),
    ("std::map<int, int> a, b; a.insert(b.begin(), {1, 2}); return 0;", false),
    ("std::map<int, int> a; a.insert(a.begin(), {1, 2}); return 0;", true),
    ("std::unordered_set<int> a = {1}, b = {1}; a.erase(b.find(1)); return 0;", false),
    ("std::unordered_set<int> a = {1}; return a.find(1) == a.end();", true),
    // The key that is erased is that of an element.
    ("std::unordered_map<int, int> m = {{1, 2}}; m.erase(m.find(1)->first); return m.size();", true),
    ("std::unordered_multiset<int> m = {1, 2, 1}; return m.erase(*m.find(1)) - 2;", true),
];

#[test]
fn misuse_is_found_and_nothing_else() {
    for (body, is_fine) in CASES {
        let headers = [
            "deque",
            "list",
            "map",
            "memory",
            "queue",
            "set",
            "stack",
            "string",
            "unordered_map",
            "unordered_set",
            "vector",
        ];
        let headers: String = headers.iter().map(|name| format!("#include <{name}>\n")).collect();
        let text = format!("{headers}int main() {{ {body} }}\n");
        let loaded = match load(&[Source::text("case.cpp", &text)]) {
            Ok(loaded) => loaded,
            Err(FrontError::Missing(missing)) => return eprintln!("skipped: {missing}"),
            Err(error) => panic!("{error}: {body}"),
        };
        let run = run(&loaded.program, &Config::default(), &mut ScriptedInputs::default());
        match (run.outcome, is_fine) {
            (Outcome::Finished(_), true) | (Outcome::Violation(_), false) => {}
            (outcome, _) => panic!("{body}: {outcome:?}"),
        }
    }
}

#[test]
fn what_is_not_lowered_is_named() {
    let cases = [
        ("int main() { int n = 3; int a[n][n]; return sizeof(a); }", "variable"),
        ("int main() { switch (int c = 3; c) { case 3: return 0; } return 1; }", "before the condition"),
        ("int f() { return 0; } int main() { if (f(); true) return 0; return 1; }", "before the condition"),
        (
            "int main() { int a[2] = {1, 2}, s = 0; for (int i = 3; int x : a) s += x * i; return s; }",
            "before the condition",
        ),
        ("struct V { int x; }; int main() { int V::*p = &V::x; V v; return v.*p; }", ""),
        ("typedef int A[3]; int main() { int *p = new A; delete[] p; return 0; }", "name of its type"),
        ("int main() { int a[1]; auto p = new decltype(a[0] + 1)[2]; delete[] p; return 0; }", "new of"),
        ("int main() { int n = 1, *p = &n; int **q = new (int *)(p); delete q; return 0; }", "new of"),
        (
            "void *operator new(unsigned long n) { return (void *)n; } int main() { return *new int; }",
            "defines its operator",
        ),
        (
            "struct S { static void operator delete(void *) {} }; int main() { delete new S; return 0; }",
            "defines its operator",
        ),
    ];
    for (text, wanted) in cases {
        let loaded = match load(&[Source::text("case.cpp", text)]) {
            Ok(loaded) => loaded,
            Err(FrontError::Missing(missing)) => return eprintln!("skipped: {missing}"),
            Err(error) => panic!("{error}: {text}"),
        };
        let run = run(&loaded.program, &Config::default(), &mut ScriptedInputs::default());
        match run.outcome {
            Outcome::Unsupported(reason, _) => assert!(reason.contains(wanted), "{text}: {reason}"),
            outcome => panic!("{text}: {outcome:?}"),
        }
    }
}

/// Runs a program of several files.
pub(crate) fn run_files(files: &[(&str, String)]) -> Option<Outcome> {
    let sources: Vec<Source> = files.iter().map(|(name, text)| Source::text(name, text)).collect();
    let loaded = match load(&sources) {
        Ok(loaded) => loaded,
        Err(FrontError::Missing(missing)) => {
            eprintln!("skipped: {missing}");
            return None;
        }
        Err(error) => panic!("{error}"),
    };
    let run = run(&loaded.program, &Config::default(), &mut ScriptedInputs::default());
    // What depends on a value from outside is no result.
    let of_inputs = || Outcome::Unsupported("a value without a source".to_string(), Pos::NOWHERE);
    Some(if run.inputs.is_empty() { run.outcome } else { of_inputs() })
}

#[test]
fn members_are_linked_across_files() {
    let header = "struct X { int k; X(int n); ~X(); int f() const; operator int() const; static int count; };\n\
                  namespace n { int g(int); struct Y { virtual int v(); virtual ~Y(); }; }\n";
    let main = "int main() { { X x(3); n::Y y; n::Y *p = &y; X *q = new X(9);\n\
                  if (x.f() + n::g(1) + p->v() + x + X::count != 3 + 2 + 7 + 4 + 2) return 1; delete q; }\n\
                  return X::count; }\n";
    let members = "int X::count = 0; X::X(int n) : k(n) { count++; } X::~X() { count--; }\n\
                   int X::f() const { return k; } X::operator int() const { return k + 1; }\n\
                   int n::g(int a) { return a + 1; } int n::Y::v() { return 7; } n::Y::~Y() {}\n";
    let files = [("main.cpp", format!("{header}{main}")), ("members.cpp", format!("{header}{members}"))];
    let swapped = [files[1].clone(), files[0].clone()];
    for files in [&files, &swapped] {
        let Some(outcome) = run_files(files) else { return };
        assert!(matches!(outcome, Outcome::Finished(0)), "{outcome:?}");
    }
    // Classes without a name for other files may have the same names there.
    let hidden = |value: u32| format!("namespace {{ struct T {{ int run() {{ return {value}; }} }}; }}\n");
    let first = format!("{}int other(); int main() {{ return T().run() + 10 * other(); }}\n", hidden(1));
    let second = format!("{}int other() {{ return T().run(); }}\n", hidden(2));
    let Some(outcome) = run_files(&[("first.cpp", first), ("second.cpp", second)]) else { return };
    assert!(matches!(outcome, Outcome::Finished(21)), "{outcome:?}");
}

#[test]
fn members_that_no_file_defines_are_unknown() {
    let head = "struct X { static int c; static const int k = 3; int f(); X(int); X() {} };\n";
    for body in ["return X::c;", "X x; return x.f();", "X x(3); return 0;"] {
        let Some(outcome) = run_files(&[("a.cpp", format!("{head}int main() {{ {body} }}\n"))]) else {
            return;
        };
        let is_value = matches!(outcome, Outcome::Finished(_) | Outcome::Violation(_));
        assert!(!is_value, "{body}: {outcome:?}");
    }
    let Some(outcome) = run_files(&[("a.cpp", format!("{head}int main() {{ return X::k; }}\n"))]) else {
        return;
    };
    assert!(matches!(outcome, Outcome::Finished(3)), "{outcome:?}");
}

#[test]
fn errors_in_constants_are_found() {
    for constant in ["most + 1", "1 << most", "2 / (most - most)"] {
        let text =
            format!("const int most = 2147483647; const int x = {constant}; int main() {{ return x == 5; }}");
        let loaded = match load(&[Source::text("case.cpp", &text)]) {
            Ok(loaded) => loaded,
            Err(FrontError::Missing(missing)) => return eprintln!("skipped: {missing}"),
            Err(error) => panic!("{error}: {text}"),
        };
        let run = run(&loaded.program, &Config::default(), &mut ScriptedInputs::default());
        assert!(matches!(run.outcome, Outcome::Violation(_)), "{text}: {:?}", run.outcome);
    }
}
