//! The domain of list counters on the programs of `bench-suites/heap/counters`.

use cfp_heap::analysis::Task;
use cfp_heap::counters::{CounterAnalysis, analyze};
use cfp_heap::front::{FrontError, Source, load};
use cfp_heap::ir::Program;
use cfp_heap::obligations::Proof;

/// A program; nothing if the library that parses C is missing.
fn program(name: &str, text: &str) -> Option<Program> {
    match load(&[Source::text(name, text)]) {
        Ok(loaded) => Some(loaded.program),
        Err(FrontError::Missing(_)) => None,
        Err(error) => panic!("{name}: {error}"),
    }
}

/// A program of the folder.
fn stored(name: &str) -> Option<Program> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../bench-suites/heap/counters");
    let path = format!("{folder}/{name}.c");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    program(&format!("{name}.c"), &text)
}

fn analysis(name: &str) -> Option<CounterAnalysis> {
    Some(analyze(&Task::new(&stored(name)?)).expect("a program with list nodes"))
}

/// Checks that a program is proved, and that an invariant of one of its loops has this constraint.
fn check(name: &str, constraint: &str) {
    let Some(found) = analysis(name) else { return };
    assert_eq!(found.missing, None, "{name}");
    let formulas = found.invariants.iter().flat_map(|it| &it.disjuncts);
    let constraints: Vec<&str> = formulas.flat_map(|formula| formula.split(" ∧ ")).collect();
    assert!(constraints.contains(&constraint), "{name}: {constraint} is not in {constraints:?}");
}

#[test]
fn lengths_of_segments_add_up_to_the_length_of_the_list() {
    // The key invariants of Figure 5 of the paper.
    check("create", "t^1 = i");
    check("traverse", "t^01 + t^11 = n");
    check("reverse", "t^01 + t^10 = n");
    check("length_equal", "t^0101 = t^1010");
    check("length_equal", "t^0001 + t^1010 = n");
    check("merge", "t^0001 + t^1001 = n");
    check("merge", "t^0100 + t^1001 = n");
    check("copy_and_delete1", "t^001 + t^101 = 9");
    check("copy_and_delete2", "t^001 + t^101 = n");
    check("copy_and_delete2", "t^0110 = t^1001");
    check("dispatch", "t^001 + t^010 + t^100 = n");
}

#[test]
fn data_is_known_for_all_nodes_of_a_segment() {
    check("contents", "t^1.data = 1");
    check("contents", "t^01.data = 2");
    let Some(found) = analysis("contents_buggy") else { return };
    assert_eq!(found.proof, Proof::Void);
}

#[test]
fn pointers_that_are_only_written_need_not_be_tracked() {
    check("doubly", "t^01 = length_list");
    let Some(found) = analysis("doubly_buggy") else { return };
    assert_eq!(found.proof, Proof::Void);
}

#[test]
fn cursors_into_one_list_may_be_many() {
    for name in ["wide_02", "wide_06", "wide_12", "wide_18", "wide_24"] {
        let Some(found) = analysis(name) else { return };
        assert_eq!(found.missing, None, "{name}");
    }
}

#[test]
fn programs_with_errors_are_not_proved() {
    for name in ["create", "traverse", "reverse", "length_equal", "merge", "copy_and_delete2", "dispatch"] {
        let Some(found) = analysis(&format!("{name}_buggy")) else { return };
        assert_eq!(found.proof, Proof::Void, "{name}_buggy");
        assert!(found.missing.is_some());
    }
}
