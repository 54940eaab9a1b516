//! The running example of chapter 8, Equation 8.1, through every door: the stand-alone procedure and the
//! whole solver. (The matrices of Examples 15 to 18 are in `hermite.rs`.)

use cfp_solver::conjunction::{Outcome, RefutationNode, System, solve, solve_with_stats};
use cfp_solver::{Answer, Budget, Interrupt, LadderOptions, Limits, Solver, Sort, Unknown};

/// `-3x + 3y + z <= -1`, `3x - 3y + z <= 2`, `z = 0`
fn equation_8_1() -> System {
    let mut system = System::new(3);
    system.at_most(&[(0, -3), (1, 3), (2, 1)], -1);
    system.at_most(&[(0, 3), (1, -3), (2, 1)], 2);
    system.equal(&[(2, 1)], 0);
    system
}

/// Cuts-from-Proofs and branch and bound as the thesis has them, nothing else.
fn thesis_only() -> LadderOptions {
    LadderOptions { gcd: false, lattice: false, cube: false, ..LadderOptions::default() }
}

#[test]
fn cuts_from_proofs_refutes_equation_8_1() {
    let system = equation_8_1();
    let (outcome, stats) = solve_with_stats(&system, thesis_only(), &mut Budget::unlimited());
    let Outcome::Unsat(refutation) = outcome else { panic!("{outcome:?}") };
    assert!(refutation.check(&system));
    // A proof is acted on when it comes back: a branch or two on variables first, then a plane
    // like -x + y + z.
    assert!(stats.proof_splits >= 1 && stats.branches >= 1, "{stats:?}");
    let planes = refutation.nodes().iter().filter_map(|node| match node {
        RefutationNode::Split(split, ..) if split.form.len() > 1 => Some(split),
        _ => None,
    });
    for plane in planes {
        // From the first constraint, or its mirror image from the second.
        let coefficients: Vec<String> = plane.form.terms().iter().map(|(_, c)| c.to_string()).collect();
        assert!(coefficients == ["-1", "1", "1"] || coefficients == ["1", "-1", "1"], "{plane:?}");
    }
}

#[test]
fn branch_and_bound_alone_does_not_end_on_equation_8_1() {
    let options = LadderOptions { proofs: false, ..thesis_only() };
    let limits = Limits { ticks: Some(200_000), ..Limits::default() };
    let mut budget = Budget::start(&limits, &Interrupt::new());
    let outcome = solve(&equation_8_1(), options, &mut budget);
    assert!(matches!(outcome, Outcome::Unknown(Unknown::Resources)), "{outcome:?}");
}

#[test]
fn the_solver_refutes_equation_8_1_and_satisfies_it_without_one_side() {
    let mut solver = Solver::new();
    let terms = solver.terms_mut();
    let [x, y, z] = ["x", "y", "z"].map(|name| terms.constant(name, Sort::Int));
    let (three, zero, two, minus_one) = (terms.int(3), terms.int(0), terms.int(2), terms.int(-1));
    let (x3, y3) = (terms.mul(three, x), terms.mul(three, y));
    let (down, up) = (terms.sub(y3, x3), terms.sub(x3, y3));
    let (first, second) = (terms.add(&[down, z]), terms.add(&[up, z]));
    let (first, second) = (terms.le(&[first, minus_one]), terms.le(&[second, two]));
    let third = terms.eq(z, zero);
    solver.assert(first);
    solver.assert(third);
    assert_eq!(solver.check(), Answer::Sat);
    solver.assert(second);
    assert_eq!(solver.check(), Answer::Unsat);
}
