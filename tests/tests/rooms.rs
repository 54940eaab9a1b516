//! The modules of the crates depend on each other in one direction only.

use cfp_tests::rooms;
use std::path::Path;

/// The modules of `cfp-solver` from the lowest layer up. A module may use those of the layers below its own,
/// and no others; so whatever uses terms, say, stands above them, and there are no cycles.
const SOLVER: &[&[&str]] = &[
    // Numbers, terms over them, values of terms.
    &["num", "stats"],
    &["linear", "term"],
    &["answer", "elimination", "linearize", "model"],
    &["limits"],
    // Procedures that know neither terms nor formulas.
    &["checked", "hnf", "race", "sat", "simplex"],
    &["arith", "circuit", "clausal", "euf", "lattice"],
    // Theories, and all of them together.
    &["bits", "idl", "lia", "local", "lra"],
    &["combine", "options"],
    // From terms to clauses; the engine.
    &["clauses", "cnf", "preprocess"],
    &["engine"],
    // What asks an engine many questions.
    &["contextual", "optimize", "proof", "qe", "reference"],
    &["solver"],
];

/// The modules of `cfp-heap` from the lowest layer up, in the same way.
const HEAP: &[&[&str]] = &[
    // Files, programs, and what is asked of them.
    &["checkers", "json", "numbers", "shell", "techniques"],
    &["ir"],
    &["clang", "libc", "property"],
    &["lower", "obligations"],
    &["front", "interp"],
    // What all analyses share, and the search by runs.
    &["bracket", "fuzz"],
    &["analysis", "walk"],
    // The analyses, and what becomes of their findings.
    &["bounds", "counters", "multiword", "shapes", "symbolic"],
    &["verify"],
    &["report"],
];

/// The rooms of the symbolic heap from the lowest up.
const SYMBOLIC: &[&[&str]] = &[
    &["facts"],
    &["store"],
    &["findings"],
    &["values"],
    &["memory"],
    &["exec"],
    &["loops"],
    &["calls"],
    &["libc"],
    &["report"],
    &["domain"],
];

/// The modules of `cfp-smtlib` from the lowest layer up.
const SMTLIB: &[&[&str]] =
    &[&["control", "dimacs", "text"], &["cnf", "print", "read"], &["certify"], &["session"]];

/// The modules of `cfp-check` from the lowest layer up.
const CHECK: &[&[&str]] = &[
    &["lexer", "report", "terms"],
    &["forms", "reader", "script"],
    &["problem"],
    &["rules"],
    &["export"],
    &["proof"],
];

/// The modules of `cfp-bench` from the lowest layer up.
const BENCH: &[&[&str]] =
    &[&["error", "formats"], &["tasks"], &["families", "results"], &["measure"], &["studies"], &["heap"]];

fn check(krate: &str, path: &[&str], layers: &[&[&str]]) {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(krate).join("src");
    let found = rooms::violations(&src, path, layers);
    let name = [&[krate], path].concat().join("::");
    assert!(found.is_empty(), "the modules of {name} are not layered:\n{}", found.join("\n"));
}

#[test]
fn modules_of_the_solver_are_layered() {
    check("solver", &[], SOLVER);
}

#[test]
fn modules_of_the_front_end_are_layered() {
    check("smtlib", &[], SMTLIB);
}

#[test]
fn modules_of_the_proof_checker_are_layered() {
    check("smtlib/check", &[], CHECK);
}

#[test]
fn modules_of_the_benchmark_runner_are_layered() {
    check("bench-suites", &[], BENCH);
}

#[test]
fn modules_of_the_analyzer_are_layered() {
    check("heap", &[], HEAP);
}

#[test]
fn rooms_of_the_symbolic_heap_are_layered() {
    check("heap", &["symbolic"], SYMBOLIC);
}
