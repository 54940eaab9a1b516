//! Proofs about programs with containers, and references and iterators that must not be proved.

use cfp_heap::analysis::{Options, Task};
use cfp_heap::front::{FrontError, Loaded, Source, load};
use cfp_heap::verify::{Conclusion, verify};
use std::path::Path;
use std::time::Duration;

/// Loads a program; nothing if libclang is missing.
fn read(source: Source) -> Option<Loaded> {
    match load(&[source]) {
        Ok(loaded) => Some(loaded),
        Err(FrontError::Missing(missing)) => {
            eprintln!("skipped: {missing}");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

fn conclude(loaded: &Loaded, time: u64) -> Conclusion {
    let task = Task { proof: loaded.proof.as_ref(), ..Task::new(&loaded.program) };
    let time = Some(Duration::from_secs(time));
    let options = Options { time, further: Duration::ZERO, runs: 2000, ..Options::default() };
    verify(&task, &options).conclusion
}

/// Checks the programs of the suite that are labelled as correct, or the others.
fn check_suite(wanted: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bench-suites/heap/containers");
    let list = std::fs::read_to_string(folder.join("expected.csv")).expect("the list of programs");
    for line in list.lines().skip(1) {
        let cells: Vec<&str> = line.splitn(8, ',').collect();
        let [file, _, correct, _, _, _, decided, _] = cells[..] else { panic!("not a row: {line}") };
        if correct != wanted || decided != "yes" {
            continue;
        }
        let Some(loaded) = read(Source::file(folder.join(file), &[])) else { return };
        // Most take less than a second; `exam_scores` takes several.
        let conclusion = conclude(&loaded, 300);
        match (&conclusion, correct) {
            (Conclusion::Proved(_), "true") | (Conclusion::Refuted { .. }, "false") => {}
            _ => panic!("{file}: {conclusion:?}"),
        }
    }
}

#[test]
fn containers_of_any_size_are_proved() {
    check_suite("true");
}

#[test]
fn wrong_programs_with_containers_are_refuted() {
    check_suite("false");
}

/// Code that uses what growth or removal of elements may have made invalid, or claims too much. `n` is any
/// number from 1 to 1000, and `v` has as many elements.
const WRONG: [&str; 23] = [
    "int &r = v[0]; v.push_back(2); r = 5;",
    "int *p = &v[0]; v.reserve(n + 5000); *p = 5;",
    "Holder h; h.p = &v[0]; v.push_back(2); *h.p = 5;",
    "grow(v, v[0]);",
    "int &r = element(v); v.push_back(2); r = 5;",
    "std::vector<int>::iterator i = v.begin(); v.push_back(2); *i = 5;",
    "for (int &x : v) { if (x == 1) v.push_back(2); x = 3; }",
    "std::vector<std::vector<int> > w(n); std::vector<int> &r = w[0]; w.push_back(v); r.push_back(1);",
    "std::list<int> l(n); int &r = l.back(); l.pop_back(); r = 5;",
    "std::set<int> s; s.insert(n); std::set<int>::iterator i = s.find(n); s.erase(n); assert(*i == (int)n);",
    "std::set<int> s; for (unsigned i = 0; i < n; i++) s.insert(i / 2); assert(s.size() == n);",
    "std::map<int, int> m, w; w[5] = 1; for (unsigned i = 0; i < n; i++) m[i] = i; \
     for (std::map<int, int>::iterator i = m.begin(); i != m.end(); ++i) w[i->first + 7] = 1; \
     assert(w.size() == m.size());",
    "std::set<int> s, t; for (unsigned i = 0; i < n; i++) s.insert(i); \
     for (std::set<int>::iterator i = s.begin(); i != s.end(); ++i) if (*i != 3) t.insert(*i); \
     assert(t.size() == s.size());",
    "std::vector<int> w(v); w[0] = 9; assert(v[0] == 9);",
    "int *p = v.data(); p[n] = 1;",
    "int *p = &v[n - 1]; *++p = 1;",
    "int &r = v[0]; (&r)[-1] = 1;",
    "std::list<int> l(n); *(&l.front() + 1) = 1;",
    "std::deque<int> d(n); next(d[n / 2]) = 1;",
    "std::vector<Row> w(n); w[n - 1].cells[n + 2] = 1;",
    "std::memset(&v[0], 0, n * sizeof(int) + 1);",
    "std::map<int, int> s; s[3] = 1; s[7] = 2; std::vector<std::map<int, int> *> w; \
     for (unsigned k = 0; k < n; k++) { std::map<int, int> *m = new std::map<int, int>; \
     for (std::map<int, int>::iterator i = s.begin(); i != s.end(); ++i) (*m)[i->first] = i->second + (int)k; \
     w.push_back(m); } \
     unsigned k = nondet_uint(); if (k < n) assert((*w[k])[7] == 2); \
     for (unsigned i = 0; i < n; i++) delete w[i];",
    "std::map<int, int> s, m; for (unsigned i = 0; i < n; i++) s[i] = i; \
     for (unsigned k = 0; k < n; k++) \
     for (std::map<int, int>::iterator i = s.begin(); i != s.end(); ++i) m[i->first / 2] = i->second; \
     assert(m[0] == 0);",
];

/// Code that is right. Maps that a loop makes are filled by walks over another one.
const RIGHT: [&str; 2] = [
    "std::map<int, int> s; s[3] = 1; s[7] = 2; std::vector<std::map<int, int> *> w; \
     for (unsigned k = 0; k < n; k++) { std::map<int, int> *m = new std::map<int, int>; \
     for (std::map<int, int>::iterator i = s.begin(); i != s.end(); ++i) (*m)[i->first] = i->second + (int)k; \
     w.push_back(m); } \
     unsigned k = nondet_uint(); if (k < n) assert((*w[k])[7] == 2 + (int)k); \
     for (unsigned i = 0; i < n; i++) delete w[i];",
    "std::map<std::string, int> s; s[\"a\"] = 1; s[\"b\"] = 2; \
     std::vector<std::map<std::string, int> *> w; for (unsigned k = 0; k < n; k++) { \
     std::map<std::string, int> *m = new std::map<std::string, int>; \
     for (std::map<std::string, int>::iterator i = s.begin(); i != s.end(); ++i) (*m)[i->first] = i->second; \
     w.push_back(m); } \
     unsigned k = nondet_uint(); if (k < n) assert((*w[k])[\"b\"] == 2); \
     for (unsigned i = 0; i < n; i++) delete w[i];",
];

/// A program with the code; `n` and `v` are as in [`WRONG`].
fn program(body: &str) -> String {
    format!(
        "#include <cassert>\n#include <cstring>\n#include <deque>\n#include <list>\n#include <map>\n\
         #include <set>\n#include <string>\n#include <vector>\n\
         extern unsigned nondet_uint();\n struct Holder {{ int *p; }};\n struct Row {{ int cells[3]; }};\n\
         int &next(int &x) {{ return (&x)[1]; }}\n\
         void grow(std::vector<int> &v, int &x) {{ v.push_back(1); x = 2; }}\n\
         int &element(std::vector<int> &v) {{ return v[0]; }}\n\
         int main() {{ unsigned n = nondet_uint(); if (n == 0 || n > 1000) return 0;\n\
         std::vector<int> v; for (unsigned i = 0; i < n; i++) v.push_back(1);\n{body}\nreturn 0; }}\n"
    )
}

#[test]
fn maps_that_loops_make_and_fill_are_proved() {
    for body in RIGHT {
        let Some(loaded) = read(Source::text("right.cpp", &program(body))) else { return };
        let conclusion = conclude(&loaded, 60);
        assert!(matches!(conclusion, Conclusion::Proved(_)), "{body}: {conclusion:?}");
    }
}

#[test]
fn what_may_be_invalid_is_not_proved() {
    for body in WRONG {
        let Some(loaded) = read(Source::text("wrong.cpp", &program(body))) else { return };
        assert!(loaded.proof.is_some(), "{body}");
        let conclusion = conclude(&loaded, 20);
        assert!(!matches!(conclusion, Conclusion::Proved(_)), "{body}: {conclusion:?}");
    }
}
