//! Small programs over the features that programs with containers use, right and wrong ones.
//!
//! By default every twentieth is run. `CFP_HEAP_CASES=all` runs all of them, and compares with g++ and its
//! sanitizers.

use crate::against_compiler::{Folder, number};
use cfp_heap::front::{FrontError, Source, load};
use cfp_heap::interp::{Config, Outcome, ScriptedInputs, run};
use std::path::Path;
use std::process::Command;

/// What the programs may use.
const BEGIN: &str = "\
#include <algorithm>
#include <cassert>
#include <cctype>
#include <cmath>
#include <cstring>
#include <deque>
#include <functional>
#include <iostream>
#include <iterator>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <queue>
#include <set>
#include <sstream>
#include <stack>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>
using namespace std;
struct Point { int x, y; Point(int a = 0, int b = 0) : x(a), y(b) {}
  bool operator<(const Point &o) const { return x < o.x || (x == o.x && y < o.y); }
  bool operator==(const Point &o) const { return x == o.x && y == o.y; } };
struct Down { bool operator()(int a, int b) const { return a > b; } };
struct Counted { static int alive; int n; Counted(int k = 0) : n(k) { alive++; }
  Counted(const Counted &o) : n(o.n) { alive++; } ~Counted() { alive--; } };
int Counted::alive = 0;
struct Shape { virtual int area() const { return 0; } virtual ~Shape() {} };
struct Square : Shape { int a; Square(int s) : a(s) {} int area() const { return a * a; } };
template <class T> T largest(const vector<T> &v) { return *max_element(v.begin(), v.end()); }
template <class T, int N> struct Ring { T items[N]; int at; Ring() : at(0) {}
  void put(T x) { items[at++ % N] = x; } T last() const { return items[(at - 1) % N]; } };
bool below(int a, int b) { return a < b; }
";

/// Each program: the statements of `main`, one line each, after `+` if it is right and `-` if it is wrong.
const CASES: &str = include_str!("features.txt");

/// Whether a program is right, when compiled with sanitizers; nothing if there is no compiler.
fn is_right(folder: &Path, text: &str) -> Option<bool> {
    let (source, binary) = (folder.join("program.cpp"), folder.join("program"));
    std::fs::write(&source, text).expect("a temporary file");
    let flags = ["-std=gnu++17", "-w", "-O0", "-D_GLIBCXX_DEBUG", "-fsanitize=address,undefined", "-o"];
    let built = Command::new("g++").args(flags).arg(&binary).arg(&source).output().ok()?;
    assert!(built.status.success(), "{}\n{text}", String::from_utf8_lossy(&built.stderr));
    let output = Command::new(&binary).output().expect("the compiled program runs");
    Some(output.status.success() && output.stderr.is_empty())
}

#[test]
fn features_of_programs_with_containers_are_followed() {
    let is_all = std::env::var("CFP_HEAP_CASES").is_ok_and(|value| value == "all");
    let every = if is_all { 1 } else { 20 };
    let first = number("CFP_HEAP_SEED", 0) as usize % every;
    let folder = Folder::new("features");
    let mut undecided = 0;
    for line in CASES.lines().skip(first).step_by(every) {
        let (mark, body) = line.split_at(1);
        let text = format!("{BEGIN}int main() {{{body} return 0; }}\n");
        if is_all && let Some(is_right) = is_right(&folder.0, &text) {
            assert_eq!(is_right, mark == "+", "g++: {line}");
        }
        let loaded = match load(&[Source::text("case.cpp", &text)]) {
            Ok(loaded) => loaded,
            Err(FrontError::Missing(missing)) => return eprintln!("skipped: {missing}"),
            Err(error) => panic!("{error}: {line}"),
        };
        let run = run(&loaded.program, &Config::default(), &mut ScriptedInputs::default());
        match (run.outcome, mark) {
            (Outcome::Finished(0), "+") | (Outcome::Violation(_), "-") => {}
            (Outcome::Unsupported(..), _) => undecided += 1,
            (outcome, _) => panic!("{line}: {outcome:?}"),
        }
    }
    assert!(undecided <= 2, "{undecided} programs are not followed");
}
