//! The top-level modules of the crates depend on each other in one direction only.

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
    &["checked", "hnf", "sat", "simplex"],
    &["arith", "circuit", "euf", "lattice"],
    // Theories, and all of them together.
    &["idl", "lia", "lra"],
    &["combine", "options"],
    // From terms to clauses; the engine.
    &["clauses", "cnf", "preprocess"],
    &["engine"],
    // What asks an engine many questions.
    &["contextual", "optimize", "qe", "reference"],
    &["solver"],
];

fn check(krate: &str, layers: &[&[&str]]) {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(krate).join("src");
    let found = rooms::violations(&src, layers);
    assert!(found.is_empty(), "the modules of {krate} are not layered:\n{}", found.join("\n"));
}

#[test]
fn modules_of_the_solver_are_layered() {
    check("solver", SOLVER);
}
