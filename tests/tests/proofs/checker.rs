//! The proof checker: one valid step of each rule is accepted, and whatever it accepts of mutated ones
//! follows, as the solver confirms.

use cfp_check::{Verdict, check};
use cfp_tests::random::Rng;
use cfp_tests::sexpr::{inside, pieces};

/// The symbols of all steps.
const DECLARATIONS: &str = "(set-logic ALL)
(declare-sort U 0)
(declare-const a U) (declare-const b U) (declare-const c U)
(declare-fun f (U U) U) (declare-fun g (U) Bool)
(declare-const p Bool) (declare-const q Bool) (declare-const r Bool)
(declare-const x Int) (declare-const y Int) (declare-const z Int)
(declare-const u Real) (declare-const v Real)
(declare-const m (Array Int Int)) (declare-fun h (Int) Int)
";

/// Valid steps: the rule, the clauses of the premises, the clause, the arguments.
const STEPS: &[(&str, &[&str], &str, &str)] = &[
    ("and_pos", &[], "(not (and p q r)) q", "1"),
    ("and", &["(and p q r)"], "r", "2"),
    ("and_neg", &[], "(and p q) (not p) (not q)", ""),
    ("not_and", &["(not (and p q))"], "(not p) (not q)", ""),
    ("or_pos", &[], "(not (or p q r)) p q r", ""),
    ("or", &["(or p (not q))"], "p (not q)", ""),
    ("or_neg", &[], "(or p q) (not q)", "1"),
    ("not_or", &["(not (or p q))"], "(not p)", "0"),
    ("xor_pos1", &[], "(not (xor p q)) p q", ""),
    ("xor_pos2", &[], "(not (xor p q)) (not p) (not q)", ""),
    ("xor_neg1", &[], "(xor p q) p (not q)", ""),
    ("xor_neg2", &[], "(xor p q) (not p) q", ""),
    ("xor1", &["(xor p q)"], "p q", ""),
    ("xor2", &["(xor p q)"], "(not p) (not q)", ""),
    ("not_xor1", &["(not (xor p q))"], "p (not q)", ""),
    ("not_xor2", &["(not (xor p q))"], "(not p) q", ""),
    ("implies_pos", &[], "(not (=> p q)) (not p) q", ""),
    ("implies_neg1", &[], "(=> p q) p", ""),
    ("implies_neg2", &[], "(=> p q) (not q)", ""),
    ("implies", &["(=> p q)"], "(not p) q", ""),
    ("not_implies1", &["(not (=> p q))"], "p", ""),
    ("not_implies2", &["(not (=> p q))"], "(not q)", ""),
    ("equiv_pos1", &[], "(not (= p q)) p (not q)", ""),
    ("equiv_pos2", &[], "(not (= p q)) (not p) q", ""),
    ("equiv_neg1", &[], "(= p q) (not p) (not q)", ""),
    ("equiv_neg2", &[], "(= p q) p q", ""),
    ("equiv1", &["(= p q)"], "(not p) q", ""),
    ("equiv2", &["(= p q)"], "p (not q)", ""),
    ("not_equiv1", &["(not (= p q))"], "p q", ""),
    ("not_equiv2", &["(not (= p q))"], "(not p) (not q)", ""),
    ("ite_pos1", &[], "(not (ite p q r)) p r", ""),
    ("ite_pos2", &[], "(not (ite p q r)) (not p) q", ""),
    ("ite_neg1", &[], "(ite p q r) p (not r)", ""),
    ("ite_neg2", &[], "(ite p q r) (not p) (not q)", ""),
    ("ite1", &["(ite p q r)"], "p r", ""),
    ("ite2", &["(ite p q r)"], "(not p) q", ""),
    ("not_ite1", &["(not (ite p q r))"], "p (not r)", ""),
    ("not_ite2", &["(not (ite p q r))"], "(not p) (not q)", ""),
    ("resolution", &["(not p) q", "p r", "(not q) (g a)"], "r (g a)", ""),
    ("resolution", &["(not (not p)) q", "(not p)", "(not q)"], "", ""),
    ("resolution", &["p q r", "(not p) q r", "(not r) q"], "q", ""),
    ("th_resolution", &["p q", "(not p) q"], "q", ""),
    ("contraction", &["p q p"], "p q", ""),
    ("reordering", &["p q r"], "r p q", ""),
    ("weakening", &["p q"], "p q r", ""),
    ("true", &[], "true", ""),
    ("false", &[], "(not false)", ""),
    ("not_not", &[], "(not (not (not p))) p", ""),
    ("eq_reflexive", &[], "(= (f a b) (f a b))", ""),
    ("refl", &[], "(= x x)", ""),
    ("eq_symmetric", &[], "(= (= a b) (= b a))", ""),
    ("symm", &["(= a b)"], "(= b a)", ""),
    ("not_symm", &["(not (= a b))"], "(not (= b a))", ""),
    ("trans", &["(= a b)", "(= b c)"], "(= a c)", ""),
    ("eq_transitive", &[], "(not (= a b)) (not (= c b)) (= a c)", ""),
    ("eq_congruent", &[], "(not (= a b)) (not (= b c)) (= (f a b) (f b c))", ""),
    ("eq_congruent_pred", &[], "(not (= a b)) (not (g a)) (g b)", ""),
    ("cong", &["(= a b)"], "(= (f a c) (f b c))", ""),
    ("distinct_elim", &[], "(= (distinct a b c) (and (not (= a b)) (not (= a c)) (not (= b c))))", ""),
    ("la_generic", &[], "(not (<= x 3)) (not (>= x 4))", "1 1"),
    ("la_generic", &[], "(not (<= (+ (* 3 x) (* 3 y)) 5)) (<= (+ x y) 1)", "1 3"),
    ("la_generic", &[], "(not (= (* 2 x) (+ (* 2 y) 1))) (<= (- x y) 0) (not (<= (- x y) 0))", "(- 1) 2 0"),
    ("la_generic", &[], "(not (= x y)) (not (< x z)) (not (<= z y))", "1 1 1"),
    ("la_generic", &[], "(not (< u v)) (<= u (+ v 1.0))", "1 1"),
    ("la_generic", &[], "(not (<= (* 2.0 u) v)) (not (>= u 1.5)) (not (< v 3.0))", "1 2 1"),
    ("la_generic", &[], "(not (< (to_real x) 1.0)) (<= x 0)", "1 1"),
    ("la_disequality", &[], "(or (= x y) (not (<= x y)) (not (<= y x)))", ""),
    ("la_totality", &[], "(or (<= u v) (<= v u))", ""),
    ("la_rw_eq", &[], "(= (= x y) (and (<= x y) (<= y x)))", ""),
    ("poly_simp", &[], "(= (* 2 (+ x y)) (+ y x x y))", ""),
    ("poly_simp", &[], "(= (* 1.0 (to_real (- x 3))) (* 1.0 (- (to_real x) 3.0)))", ""),
    (
        "poly_simp_rel",
        &["(= (* 2 (- x y)) (* 1 (- (* 2 x) (* 2 y))))"],
        "(= (<= x y) (<= (* 2 x) (* 2 y)))",
        "",
    ),
    ("ite_intro", &[], "(= true (and true (ite p (= (ite p x y) x) (= (ite p x y) y))))", ""),
    ("rare_rewrite", &[], "(= (=> (not (= 3 0)) (<= (* 3 (div x 3)) x)) true)", "\"cfp-div-low\" x 3"),
    (
        "rare_rewrite",
        &[],
        "(= (=> (not (= 3 0)) (< x (+ (* 3 (div x 3)) (abs 3)))) true)",
        "\"cfp-div-high\" x 3",
    ),
    ("rare_rewrite", &[], "(= (mod x 3) (- x (* 3 (div x 3))))", "\"cfp-mod-def\" x 3"),
    ("rare_rewrite", &[], "(= (abs x) (ite (< x 0) (- x) x))", "\"cfp-abs\" x"),
    ("rare_rewrite", &[], "(= (select (store m x y) z) (ite (= x z) y (select m z)))", "\"cfp-row\" m x y z"),
    (
        "rare_rewrite",
        &[],
        "(= (select ((as const (Array Int Int)) y) x) y)",
        "\"cfp-const\" ((as const (Array Int Int)) y) x",
    ),
    ("rare_rewrite", &[], "(= (<= x y z) (and (<= x y) (<= y z)))", "\"cfp-chain\""),
];

/// A step in a proof whose premises and end are not checked.
fn proof(rule: &str, premises: &[String], clause: &str, args: &str) -> String {
    let mut text = String::new();
    let mut names = Vec::new();
    for (index, premise) in premises.iter().enumerate() {
        text += &format!("(step h{index} (cl {premise}) :rule hole)\n");
        names.push(format!("h{index}"));
    }
    text += &format!("(step t (cl {clause}) :rule {rule} :premises ({}) :args ({args}))\n", names.join(" "));
    text + "(step end (cl) :rule hole)\n"
}

/// Whether the checker accepts a step.
fn accepts(rule: &str, premises: &[String], clause: &str, args: &str) -> Result<(), String> {
    let report = check(DECLARATIONS, &proof(rule, premises, clause, args)).expect("declarations");
    match report.verdict {
        Verdict::Holey => Ok(()),
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

/// Whether a step follows: the premises and the negated clause are unsatisfiable.
fn follows(premises: &[String], clause: &str) -> bool {
    let mut script = DECLARATIONS.to_string();
    for premise in premises {
        script += &format!("(assert (or false {premise}))\n");
    }
    for literal in pieces(clause) {
        script += &format!("(assert (not {literal}))\n");
    }
    let answer = cfp_smtlib::run_script(&(script + "(check-sat)"));
    // What the solver does not decide, it does not refute.
    !answer.lines().any(|line| line == "sat")
}

/// Words that take the place of others.
const WORDS: [&str; 28] = [
    "a", "b", "c", "p", "q", "r", "x", "y", "z", "u", "v", "m", "0", "1", "2", "3", "1.0", "and", "or",
    "xor", "=", "<=", "<", ">=", ">", "+", "-", "*",
];

/// A text with one change: a word, a negation, a part.
fn mutated(text: &str, rng: &mut Rng) -> String {
    let mut parts: Vec<String> = pieces(text).into_iter().map(str::to_string).collect();
    if parts.is_empty() {
        return rng.pick(&WORDS).to_string();
    }
    let index = rng.below(parts.len());
    match rng.below(6) {
        0 => _ = parts.remove(index),
        1 => parts[index] = format!("(not {})", parts[index]),
        2 => {
            let other = rng.below(parts.len());
            parts.swap(index, other);
        }
        3 => parts.push(parts[index].clone()),
        _ if parts[index].starts_with('(') => {
            let inner = inside(&parts[index]).to_string();
            parts[index] = match inner.strip_prefix("not ") {
                Some(inner) if rng.one_in(2) => inner.to_string(),
                _ => format!("({})", mutated(&inner, rng)),
            };
        }
        _ => parts[index] = rng.pick(&WORDS).to_string(),
    }
    parts.join(" ")
}

#[test]
fn mutated_steps_are_accepted_only_if_they_follow() {
    let count: u64 = std::env::var("CFP_CHECK_MUTANTS").ok().and_then(|text| text.parse().ok()).unwrap_or(60);
    let (mut accepted, mut refused) = (0, 0);
    for (index, &(rule, premises, clause, args)) in STEPS.iter().enumerate() {
        for round in 0..count {
            let mut rng = Rng::new(index as u64 * 1_000_000 + round);
            let mut premises: Vec<String> = premises.iter().map(|premise| premise.to_string()).collect();
            let (mut clause, mut args) = (clause.to_string(), args.to_string());
            for _ in 0..=rng.below(2) {
                match rng.below(4) {
                    0 if !premises.is_empty() => {
                        let index = rng.below(premises.len());
                        premises[index] = mutated(&premises[index], &mut rng);
                    }
                    1 if !args.is_empty() => args = mutated(&args, &mut rng),
                    _ => clause = mutated(&clause, &mut rng),
                }
            }
            if accepts(rule, &premises, &clause, &args).is_err() {
                refused += 1;
                continue;
            }
            accepted += 1;
            assert!(follows(&premises, &clause), "{}", proof(rule, &premises, &clause, &args));
        }
    }
    assert!(accepted > 0 && refused > accepted, "{accepted} accepted, {refused} refused");
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

#[test]
fn rules_that_are_not_checked_leave_holes() {
    let proof = "(assume h p) (step t (cl) :rule magic :premises (h))";
    let (is_valid, message) = verdict("(assert p)", proof);
    assert_eq!(is_valid, Verdict::Holey);
    assert_eq!(message, "1 steps are not checked, first: step t (magic)");
    assert_eq!(verdict("(assert p)", "(assume h p) (step t (cl) :rule lia_generic)").0, Verdict::Holey);
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
