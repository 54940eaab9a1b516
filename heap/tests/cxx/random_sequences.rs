//! Random sequences of operations on containers: the models give what the library gives.
//!
//! Each program of the folder `sequences` defines a container `C` and one random step. `CFP_HEAP_SEQUENCES`
//! says how many sequences of each container are tried (default 6), `CFP_HEAP_SEED` where to start.

use crate::against_compiler::{Folder, compiled, interpreted, number};
use std::path::Path;

/// What each program begins with: random numbers, and a checksum of what is seen.
const BEGIN: &str = "\
#include <cstdio>
unsigned state, sum;
unsigned any(unsigned n) { state = state * 1103515245u + 12345u; return (state >> 8) % n; }
void note(unsigned long x) { sum = sum * 31u + (unsigned)x; }
";

/// The numbers in an element, which may be a pair.
const SHOW: &str = "\
template <class T> auto element(const T &x, int) -> decltype((void)x.first) { note(x.first); note(x.second); }
template <class T> void element(const T &x, long) { note(x); }
";

/// What each program ends with: sequences of steps. The elements are looked at after each of them.
fn end(first: u64, count: u64) -> String {
    format!(
        "int main() {{
    for (unsigned sequence = {first}u; sequence < {}u; sequence++) {{
        C one, other;
        state = sequence * 2654435761u + 1u;
        sum = 0;
        for (int i = 0; i < 25; i++) {{
            step(one, other);
            note(one.size());
            for (auto &x : one) element(x, 0);
        }}
        printf(\"%u %u\\n\", sequence, sum);
    }}
    return 0;
}}
",
        first + count
    )
}

#[test]
fn operations_on_containers_give_what_the_library_gives() {
    let (count, first) = (number("CFP_HEAP_SEQUENCES", 6), number("CFP_HEAP_SEED", 1));
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cxx/sequences");
    let folder = Folder::new("sequences");
    for entry in std::fs::read_dir(programs).expect("the folder of programs") {
        let path = entry.expect("an entry of the folder").path();
        let steps = std::fs::read_to_string(&path).expect("a program");
        let text = format!("{BEGIN}{steps}{SHOW}{}", end(first, count));
        let (Some(wanted), Some(found)) = (compiled(&folder.0, &text), interpreted(&text)) else { return };
        assert_eq!(found, wanted, "{}", path.display());
    }
}
