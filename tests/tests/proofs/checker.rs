//! The proof checker: one valid step of each rule is accepted, steps that are known to be false are refused,
//! and what is around the steps counts, too.

use crate::steps::{DECLARATIONS, STEPS};
use cfp_check::{Verdict, check};

/// A step in a proof whose premises and end are not checked.
pub(crate) fn proof(rule: &str, premises: &[String], clause: &str, args: &str) -> String {
    let mut text = String::new();
    let mut names = Vec::new();
    for (index, premise) in premises.iter().enumerate() {
        text += &format!("(step h{index} (cl {premise}) :rule hole)\n");
        names.push(format!("h{index}"));
    }
    text += &format!("(step t (cl {clause}) :rule {rule} :premises ({}) :args ({args}))\n", names.join(" "));
    text + "(step end (cl) :rule hole)\n"
}

/// Whether the checker accepts a step: nothing else is left unchecked than what is around it.
pub(crate) fn accepts(rule: &str, premises: &[String], clause: &str, args: &str) -> Result<(), String> {
    let report = check(DECLARATIONS, &proof(rule, premises, clause, args)).expect("declarations");
    match report.verdict {
        Verdict::Holey if report.message.starts_with(&format!("{} steps", premises.len() + 1)) => Ok(()),
        Verdict::Holey => Err("step t is not checked".to_string()),
        _ => Err(report.message),
    }
}

#[test]
fn valid_steps_are_accepted() {
    for &(rule, premises, clause, args) in STEPS {
        let premises: Vec<String> = premises.iter().map(|premise| premise.to_string()).collect();
        let accepted = accepts(rule, &premises, clause, args);
        assert_eq!(accepted, Ok(()), "{}", proof(rule, &premises, clause, args));
    }
}

#[test]
fn false_steps_that_other_checkers_accept_are_refused() {
    for (clause, args) in [
        ("(not (>= x 1)) (not (<= x 1))", "(/ 1.0 2.0) (/ 1.0 2.0)"),
        ("(not (> u 0.0)) (not (< u 1.0))", "1 1"),
        ("(= x 0)", "1"),
        ("(not (<= x 3)) (not (>= x 4))", "(- 1) (- 1)"),
        ("(not (<= x 3)) (not (>= x 4))", "1"),
    ] {
        assert!(accepts("la_generic", &[], clause, args).is_err(), "{clause}");
    }
    let division = "(= (div (- 3) 5) 0)";
    assert!(accepts("poly_simp", &[], division, "").is_err());
    // What is left of a division by zero may be any number.
    for divisor in ["0", "y"] {
        let remainder = format!("(= (mod x {divisor}) (- x (* {divisor} (div x {divisor}))))");
        assert!(accepts("rare_rewrite", &[], &remainder, &format!("\"cfp-mod-def\" x {divisor}")).is_err());
    }
}

/// Checks a proof of a problem about `p` and `q`.
fn verdict(problem: &str, proof: &str) -> (Verdict, String) {
    let declarations = "(declare-const p Bool) (declare-const q Bool)\n";
    let report = check(&format!("{declarations}{problem}\n(check-sat)"), proof).expect("a problem");
    (report.verdict, report.message)
}

#[test]
fn assumptions_are_assertions() {
    let proof = "(assume h p) (assume i (not p)) (step t (cl) :rule resolution :premises (h i))";
    assert_eq!(verdict("(assert p) (assert (not p))", proof), (Verdict::Valid, String::new()));
    assert_eq!(verdict("(assert p) (assert (not q))", proof).0, Verdict::Invalid);
    // What is asserted later does not count.
    assert_eq!(verdict("(assert p) (check-sat) (assert (not p))", proof).0, Verdict::Invalid);
    let (is_valid, message) = verdict("(assert p) (assert (not p))", "(assume h p)");
    assert_eq!(
        (is_valid, message.as_str()),
        (Verdict::Invalid, "the proof does not end with the empty clause")
    );
    let named = "(assert (! p :named first)) (assert (let ((n (not p))) n))";
    assert_eq!(verdict(named, proof).0, Verdict::Valid);
    let definitions = "(define-fun @n () Bool (not p)) (assume h p) (assume i @n)
        (step t (cl) :rule resolution :premises (h i))";
    assert_eq!(verdict("(assert p) (assert (not p))", definitions).0, Verdict::Valid);
}

#[test]
fn subproofs_keep_their_assumptions() {
    let problem = "(assert (=> p q)) (assert p) (assert (not q))";
    let proof = "(assume h (=> p q)) (assume i p) (assume j (not q))
        (anchor :step s)
        (assume s.a p)
        (step s.b (cl (not p) q) :rule implies :premises (h))
        (step s.c (cl q) :rule resolution :premises (s.b s.a))
        (step s (cl (not p) q) :rule subproof :discharge (s.a))
        (step t (cl) :rule resolution :premises (s i j))";
    assert_eq!(verdict(problem, proof), (Verdict::Valid, String::new()));
    // An assumption that is not discharged, and a step that is used behind the end of its subproof.
    let kept = proof.replace("(step s (cl (not p) q)", "(step s (cl q)");
    assert_eq!(verdict(problem, &kept).0, Verdict::Invalid);
    let used = proof.replace("(s i j)", "(s.c j)");
    assert_eq!(verdict(problem, &used).0, Verdict::Invalid);
    let open = proof.split("(step s (cl").next().expect("a part");
    assert_eq!(verdict(problem, open).0, Verdict::Invalid);
    // The empty clause of a subproof proves nothing.
    let inner = "(anchor :step s) (assume s.a p) (assume s.b (not p))
        (step s.c (cl) :rule resolution :premises (s.a s.b))
        (step s (cl (not p) p) :rule subproof :discharge (s.a s.b))";
    assert_eq!(verdict(problem, inner).0, Verdict::Invalid);
}

/// Refutes a formula that the checker would have to take for two different ones.
fn refutes(declarations: &str, formula: &str, negated: &str) -> bool {
    let problem = format!("{declarations} (assert {formula}) (assert (not {negated})) (check-sat)");
    let proof = format!(
        "(assume h {formula}) (assume i (not {negated})) (step t (cl) :rule resolution :premises (h i))"
    );
    check(&problem, &proof).is_ok_and(|report| report.verdict == Verdict::Valid)
}

#[test]
fn variables_of_nested_quantifiers_are_not_confused() {
    let all_equal = "(forall ((x Int)) (let ((y x)) (forall ((x Int)) (= x y))))";
    let trivial = "(forall ((x Int)) (forall ((x Int)) (= x x)))";
    assert!(refutes("", trivial, trivial));
    assert!(refutes("", all_equal, all_equal));
    assert!(!refutes("", trivial, all_equal));
    let defined = "(declare-const x Int) (define-fun f ((y Int)) Bool (< x y))";
    assert!(!refutes(defined, "(exists ((x Int)) (f x))", "(exists ((x Int)) (< x x))"));
    // What is named inside of a quantifier would have its variables outside, too.
    let named = "(exists ((x Int)) (! (< x 3) :named low))";
    assert!(!refutes("", named, "(exists ((x Int)) low)"));
    assert!(check(&format!("(assert {named}) (check-sat)"), "").is_err());
}

#[test]
fn reserved_words_are_no_names() {
    for (word, applied) in [("!", "(|!| x)"), ("as", "(|as| x Int)"), ("let", "(|let| x)")] {
        let problem = format!(
            "(declare-const x Int) (declare-fun |{word}| (Int) Int) (assert (not (= {applied} x))) (check-sat)"
        );
        let proof = format!(
            "(assume h (not (= {applied} x))) (step e (cl (= x x)) :rule refl)
             (step t (cl) :rule resolution :premises (h e))"
        );
        assert!(check(&problem, &proof).is_err(), "{word}");
    }
}

#[test]
fn rules_that_are_not_checked_leave_holes() {
    let proof = "(assume h p) (step t (cl) :rule magic :premises (h))";
    let (is_valid, message) = verdict("(assert p)", proof);
    assert_eq!(is_valid, Verdict::Holey);
    assert_eq!(message, "1 steps are not checked, first: step t (magic)");
    assert_eq!(verdict("(assert p)", "(assume h p) (step t (cl) :rule lia_generic)").0, Verdict::Holey);
}

#[test]
fn what_other_solvers_write_is_read() {
    // Negative numbers and fractions, and a name that is given again to the same term.
    let problem = "(declare-const x Int) (declare-const y Real)
        (assert (or (< x (- 5)) (< y (/ (- 1) 3)))) (assert (<= 0 x)) (assert (<= 0.0 y)) (check-sat)";
    let proof = "(assume a (or (! (< x -5) :named @p) (! (< y -1/3) :named @q)))
        (assume b (<= 0 x)) (assume c (<= 0/1 y))
        (step d (cl (not @p) (not (<= 0 x))) :rule la_generic :args (1 1))
        (step e (cl (not (! (< y -1/3) :named @q)) (not (<= 0.0 y))) :rule la_generic :args (1/1 1/1))
        (step f (cl @p @q) :rule or :premises (a))
        (step g (cl) :rule resolution :premises (e d f b c))";
    let report = check(problem, proof).expect("a problem");
    assert_eq!((report.verdict, report.message.as_str()), (Verdict::Valid, ""));
    let other = proof.replace("(! (< y -1/3) :named @q)) (not", "(! (< y -1/4) :named @q)) (not");
    assert_eq!(check(problem, &other).expect("a problem").verdict, Verdict::Invalid);
    // A simplification that is not found to hold is named.
    let magic = "(assume h p) (step e (cl (= p q)) :rule rare_rewrite :args (\"odd-axiom\" (rare-list p)))
        (step t (cl) :rule hole :premises (h e))";
    let (is_valid, message) = verdict("(assert p)", magic);
    assert_eq!(is_valid, Verdict::Holey);
    assert!(message.ends_with("first: step e (rare_rewrite odd-axiom)"), "{message}");
}

#[test]
fn deep_terms_and_odd_texts_are_no_problem() {
    let depth = 200_000;
    let deep = format!("{}p{}", "(not ".repeat(depth), ")".repeat(depth));
    let problem = format!("(assert {deep}) (assert (not p))");
    let proof =
        format!("(assume h {deep}) (assume i (not p)) (step t (cl) :rule resolution :premises (h i))");
    assert_eq!(verdict(&problem, &proof).0, Verdict::Valid);
    for text in [
        "",
        "(",
        ")",
        "unsat",
        "unsat ()",
        "(step)",
        "(assume h",
        "((assume h p)",
        "\"",
        "(step t (cl) :rule)",
    ] {
        assert_eq!(verdict("(assert p)", text).0, Verdict::Invalid, "{text}");
    }
}
