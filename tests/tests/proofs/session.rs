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
fn every_logic_has_proofs() {
    let problems = [
        "(declare-const x Real) (assert (< x x))",
        "(declare-const x Real) (declare-const y Real)
         (assert (> (+ (* 2 x) (/ y 3)) 1.5)) (assert (<= x 0.25)) (assert (< y 3.0))",
        "(declare-const x Real) (declare-const n Int)
         (assert (= (* 2.0 x) 1.0)) (assert (= (+ x x x x (to_real n)) (to_real (+ (* 2 n) n 1))))",
        "(declare-sort U 0) (declare-fun f (U) U) (declare-fun p (U) Bool) (declare-const a U)
         (assert (= (f (f (f a))) a)) (assert (= (f (f (f (f (f a))))) a)) (assert (p a))
         (assert (not (p (f a))))",
        "(declare-sort U 0) (declare-fun f (Bool) U) (declare-const b U)
         (assert (= b (f (not (= b (f true)))))) (assert (not (= b (f true))))",
        "(declare-fun f (Int) Int) (declare-const x Int) (declare-const y Int)
         (assert (< (+ (f x) 1) (f (+ y 0)))) (assert (<= x y)) (assert (>= x y))",
        "(declare-fun f (Int) Int) (assert (not (= (f (f 1)) (f (ite (= (f 1) 3) 3 (f 1))))))",
        "(declare-const a (Array Int Int)) (declare-const i Int) (declare-const j Int)
         (assert (not (= (select (store a i 5) j) (ite (= i j) 5 (select a j)))))",
        "(declare-sort U 0) (declare-const u U) (declare-const v U) (declare-const w U) (declare-const c Bool)
         (assert (distinct u v w)) (assert (= (ite c u v) w))",
    ];
    for problem in problems {
        let script = format!("(set-option :produce-proofs true) {problem} (check-sat) (get-proof)");
        let output = run_script(&script);
        assert!(output.starts_with("unsat\n("), "{script}: {output}");
        let report = check(&script, &output).expect("a script");
        assert_eq!(report.verdict, Verdict::Valid, "{script}: {}\n{output}", report.message);
    }
}

#[test]
fn arrays_that_differ_do_so_somewhere() {
    let declarations = "(declare-sort I 0) (declare-sort E 0) (declare-const a (Array I E))
        (declare-const i I) (declare-const j I) (declare-const m (Array Int Int))
        (declare-const x Int) (declare-const y Int) (declare-fun f ((Array Int Int)) Int)
        (declare-const p (Array Int Bool)) (declare-const q (Array Int Bool))
        (declare-const n (Array Int (Array Int Int)))";
    for claim in [
        "(= (store (store m x 1) y 1) (store (store m y 1) x 1))",
        "(= (store (store a i (select a j)) j (select a i)) (store (store a j (select a i)) i (select a j)))",
        "(= (f m) (f (store m x (select m x))))",
        "(or (= p q) (not (= p (store q x true))) (not (select q x)))",
        "(= n (store n x (store (select n x) y (select (select n x) y))))",
    ] {
        let script = format!(
            "(set-option :produce-proofs true) {declarations} (assert (not {claim})) (check-sat) (get-proof)"
        );
        let output = run_script(&script);
        assert!(output.starts_with("unsat\n("), "{claim}: {output}");
        let report = check(&script, &output).expect("a script");
        assert_eq!(report.verdict, Verdict::Valid, "{claim}: {}\n{output}", report.message);
        assert!(output.contains("arrays_ext"), "{claim}");
    }
}

#[test]
fn a_proof_says_what_is_to_blame() {
    let script = "(set-option :produce-proofs true) (set-option :produce-unsat-cores true)
        (declare-const x Int) (declare-const p Bool) (assert (! (> x 3) :named low))
        (assert (! (< x 9) :named high)) (assert (! (=> p (< x 2)) :named part))
        (check-sat-assuming (p (> x 0))) (get-unsat-core) (get-unsat-assumptions)";
    assert_eq!(run_script(script), "unsat\n(low part)\n(p)\n");
}

#[test]
fn unsat_without_a_checked_proof_is_not_said_if_that_is_asked_for() {
    let with = |problem: &str| run_script(&format!("(set-option :check-proofs true) {problem} (check-sat)"));
    assert_eq!(with("(declare-const x Int) (assert (< x 0 x))"), "unsat\n");
    assert_eq!(with("(assert (forall ((x Int)) (> x 0)))"), "unknown\n");
    assert_eq!(with("(declare-const x Int) (assert (< 0 x))"), "sat\n");
}

#[test]
fn what_has_no_proof_is_said() {
    let quantified = "(set-option :produce-proofs true)
        (assert (forall ((x Int)) (> x 0))) (check-sat) (get-proof)";
    let output = run_script(quantified);
    assert!(output.starts_with("unsat\n") && output.contains("there are no proofs yet about"), "{output}");
    let unasked = "(assert false) (check-sat) (get-proof)";
    assert!(run_script(unasked).contains("produce-proofs"), "{}", run_script(unasked));
}
