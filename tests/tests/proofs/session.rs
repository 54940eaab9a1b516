//! Proofs in sessions: `(get-proof)`.

use cfp_check::{Verdict, check};
use cfp_smtlib::run_script;

#[test]
fn a_session_prints_a_proof_that_the_checker_accepts() {
    let script = include_str!("../../../examples/unsat.smt2");
    let output = run_script(script);
    assert!(output.starts_with("unsat\n("), "{output}");
    let report = check(script, &output).expect("a script");
    assert_eq!(report.verdict, Verdict::Valid, "{}", report.message);
    // The same proof proves nothing about another number.
    let other = script.replace(" 43)", " 44)");
    assert_eq!(check(&other, &output).expect("a script").verdict, Verdict::Invalid);
}

#[test]
fn assumptions_and_levels_are_part_of_the_problem() {
    let script = "(set-option :produce-proofs true) (declare-const x Int) (declare-const p Bool)
        (push 1) (assert (=> p (> x 3))) (check-sat-assuming (p (< x 2))) (get-proof) (pop 1)
        (assert p) (check-sat) (get-proof)";
    let output = run_script(script);
    let (proof, rest) = output.split_once("\nsat\n").expect("two answers");
    assert!(rest.contains("the last check did not answer unsat"), "{output}");
    let flat = "(declare-const x Int) (declare-const p Bool)
        (assert (=> p (> x 3))) (assert p) (assert (< x 2))";
    let report = check(flat, proof).expect("a script");
    assert_eq!(report.verdict, Verdict::Valid, "{}\n{output}", report.message);
}

#[test]
fn what_has_no_proof_is_said() {
    let reals = "(set-option :produce-proofs true) (declare-const x Real)
        (assert (< x x)) (check-sat) (get-proof)";
    assert!(run_script(reals).contains("there are no proofs yet about"), "{}", run_script(reals));
    let unasked = "(assert false) (check-sat) (get-proof)";
    assert!(run_script(unasked).contains("produce-proofs"), "{}", run_script(unasked));
}
