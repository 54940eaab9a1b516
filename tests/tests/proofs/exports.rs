//! What the proof checker writes for other programs: the Boolean part of a proof follows by unit
//! propagation, and the clauses of the theories are valid. The command `rate` and Z3 confirm it where they
//! are installed.

use crate::random::{MAKERS, problem_and_proof};
use cfp_check::{Skeleton, Verdict, check_and_export};
use cfp_tests::z3::Z3;
use std::collections::HashSet;
use std::fs;
use std::process::Command;

/// How many problems of each kind.
fn count() -> u64 {
    std::env::var("CFP_PROOFS").ok().and_then(|text| text.parse().ok()).unwrap_or(10)
}

/// The clauses of a text, without the headline.
fn clauses(text: &str) -> Vec<Vec<i64>> {
    let lines = text.lines().filter(|line| !line.starts_with('p'));
    let numbers = |line: &str| line.split_whitespace().map(|word| word.parse().expect("a number")).collect();
    lines.map(numbers).map(|clause: Vec<i64>| clause[..clause.len() - 1].to_vec()).collect()
}

/// Whether a clause follows from others by unit propagation.
fn follows(known: &[Vec<i64>], clause: &[i64]) -> bool {
    let mut holds: HashSet<i64> = clause.iter().map(|literal| -literal).collect();
    loop {
        let before = holds.len();
        for clause in known {
            let open: Vec<i64> =
                clause.iter().copied().filter(|literal| !holds.contains(&-literal)).collect();
            match open[..] {
                [] => return true,
                [literal] => _ = holds.insert(literal),
                _ => {}
            }
        }
        if holds.len() == before {
            return false;
        }
    }
}

/// Whether all of a Boolean part follows, and ends with the empty clause.
fn is_refutation(skeleton: &Skeleton) -> bool {
    let (mut known, learned) = (clauses(&skeleton.clauses), clauses(&skeleton.proof));
    let mut is_empty = false;
    learned.into_iter().all(|clause| {
        let holds = follows(&known, &clause);
        is_empty |= clause.is_empty();
        known.push(clause);
        holds
    }) && is_empty
}

/// The same, asking `rate`; nothing if it is not installed.
fn rate_accepts(skeleton: &Skeleton, name: &str) -> Option<bool> {
    let file =
        |suffix: &str| std::env::temp_dir().join(format!("cfp-{}-{name}.{suffix}", std::process::id()));
    let (cnf, drat) = (file("cnf"), file("drat"));
    fs::write(&cnf, &skeleton.clauses).expect("a writable folder");
    fs::write(&drat, &skeleton.proof).expect("a writable folder");
    let output = Command::new("rate").args([&cnf, &drat]).output();
    [cnf, drat].iter().for_each(|path| _ = fs::remove_file(path));
    Some(String::from_utf8_lossy(&output.ok()?.stdout).contains("s VERIFIED"))
}

#[test]
fn other_programs_can_check_parts_of_proofs() {
    let (mut z3, mut proofs, mut lemmas) = (Z3::start(), 0, 0);
    for (index, make) in MAKERS.into_iter().enumerate() {
        for seed in 0..count() {
            let (problem, proof) = problem_and_proof(make, 7_000_000 * (index as u64 + 1) + seed);
            let Ok(proof) = proof else { continue };
            let (report, exports) = check_and_export(&problem, &proof).expect("a problem");
            assert_eq!((report.verdict, exports.left_out), (Verdict::Valid, 0), "{}", report.message);
            proofs += 1;
            if report.steps < 500 {
                assert!(is_refutation(&exports.skeleton), "{problem}");
            }
            assert_ne!(rate_accepts(&exports.skeleton, &format!("{index}-{seed}")), Some(false), "{problem}");
            for lemma in exports.lemmas.iter().take(20) {
                assert_eq!(cfp_smtlib::run_script(lemma), "unsat\n", "{lemma}");
                let confirmed = z3.as_mut().and_then(|z3| z3.run(lemma));
                let answer = confirmed.and_then(|lines| lines.first().cloned());
                assert!(answer.is_none_or(|answer| answer == "unsat"), "{lemma}");
                lemmas += 1;
            }
        }
    }
    println!("{proofs} proofs, {lemmas} clauses of theories; Z3: {}", z3.is_some());
    assert!(proofs > 0 && lemmas > 0);
}

#[test]
fn a_false_step_shows_in_what_is_exported() {
    // Steps that the checker does not know are exported, too: as questions that others can answer.
    let problem = "(declare-const x Int) (declare-const p Bool) (assert (or p (< x 0))) (assert (not p))";
    let proof = "(assume a (or p (< x 0))) (assume b (not p)) (step c (cl p (< x 0)) :rule or :premises (a))
        (step d (cl (not (< x 0))) :rule magic) (step e (cl) :rule resolution :premises (d c b))";
    let (report, exports) = check_and_export(problem, proof).expect("a problem");
    assert_eq!((report.verdict, exports.lemmas.len()), (Verdict::Holey, 1));
    assert!(is_refutation(&exports.skeleton));
    assert_eq!(cfp_smtlib::run_script(&exports.lemmas[0]), "sat\n");
    // A clause that is missing is noticed.
    let fewer = exports.skeleton.clauses.replace("2 3 -1 0\n", "");
    assert!(fewer != exports.skeleton.clauses);
    assert!(!is_refutation(&Skeleton { clauses: fewer, proof: exports.skeleton.proof }));
}

#[test]
fn subproofs_are_clauses_below_their_assumptions() {
    let problem = "(declare-const p Bool) (declare-const q Bool)
        (assert (=> p q)) (assert p) (assert (not q))";
    let proof = "(assume h (=> p q)) (assume i p) (assume j (not q))
        (anchor :step s)
        (assume s.a p)
        (step s.b (cl (not p) q) :rule implies :premises (h))
        (step s.c (cl q) :rule resolution :premises (s.b s.a))
        (step s (cl (not p) q) :rule subproof :discharge (s.a))
        (step t (cl) :rule resolution :premises (s i j))";
    let (report, exports) = check_and_export(problem, proof).expect("a problem");
    assert_eq!(report.verdict, Verdict::Valid);
    assert!(is_refutation(&exports.skeleton));
}
