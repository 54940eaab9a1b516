//! The domain of list counters on the programs of `bench-suites/heap/counters`.

use cfp_heap::analysis::Task;
use cfp_heap::counters::{CounterAnalysis, analyze};
use cfp_heap::front::{FrontError, Source, load};
use cfp_heap::obligations::Proof;

/// The analysis of a program; nothing if the library that parses C is missing.
fn analysis(name: &str) -> Option<CounterAnalysis> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../bench-suites/heap/counters");
    let path = format!("{folder}/{name}.c");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let loaded = match load(&[Source::text(&format!("{name}.c"), &text)]) {
        Ok(loaded) => loaded,
        Err(FrontError::Missing(_)) => return None,
        Err(error) => panic!("{name}: {error}"),
    };
    Some(analyze(&Task::new(&loaded.program)).expect("a program with list nodes"))
}

/// Checks that a program is proved, and that an invariant of one of its loops has this constraint.
fn check(name: &str, constraint: &str) {
    let Some(found) = analysis(name) else { return };
    assert_eq!(found.missing, None, "{name}");
    let constraints: Vec<&String> = found.invariants.iter().flat_map(|it| &it.constraints).collect();
    assert!(constraints.iter().any(|it| *it == constraint), "{name}: {constraint} is not in {constraints:?}");
}

#[test]
fn lengths_of_segments_add_up_to_the_length_of_the_list() {
    // The key invariants of Figure 5 of the paper; `i` is the number of nodes that were made.
    check("create", "t^1 = i");
    check("traverse", "t^01 + t^11 = i");
    check("reverse", "t^01 + t^10 = i");
    check("copy_and_delete2", "t^0110 = t^1001");
}

#[test]
fn programs_with_errors_are_not_proved() {
    for name in ["create", "traverse", "reverse", "length_equal", "merge", "copy_and_delete2", "dispatch"] {
        let Some(found) = analysis(&format!("{name}_buggy")) else { return };
        assert_eq!(found.proof, Proof::Void, "{name}_buggy");
        assert!(found.missing.is_some());
    }
}
