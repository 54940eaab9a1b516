//! Proofs of random unsatisfiable problems, judged by the independent checker.

use cfp_check::{Verdict, check};
use cfp_smtlib::print::{proof_text, write_script};
use cfp_solver::proof::{NoProof, prove};
use cfp_solver::{Answer, Budget, Options, Solver};
use cfp_tests::random::{Rng, Shape, formula};

/// How many problems of each shape.
fn count() -> u64 {
    std::env::var("CFP_PROOFS").ok().and_then(|text| text.parse().ok()).unwrap_or(150)
}

/// Proves random problems of a shape; returns how many proofs there were, and how many problems are beyond
/// proofs.
fn prove_random(shape: fn(&mut Rng) -> Shape, first: u64) -> (usize, usize) {
    let (mut proved, mut unsupported) = (0, 0);
    for seed in first..first + count() {
        let mut rng = Rng::new(seed);
        let shape = shape(&mut rng);
        let mut solver = Solver::new();
        let problem = formula(solver.terms_mut(), &mut rng, &shape);
        problem.assertions.iter().for_each(|assertion| solver.assert(*assertion));
        let answer = solver.check();
        let mut script = Vec::new();
        write_script(&mut script, solver.terms(), "QF_LIA", &[], &problem.assertions).expect("memory");
        let script = String::from_utf8(script).expect("text");
        let result =
            prove(solver.terms_mut(), &problem.assertions, &Options::default(), &mut Budget::unlimited());
        match (answer, result) {
            (Answer::Unsat, Ok(proof)) => {
                let text = proof_text(solver.terms(), &proof);
                let report = check(&script, &text).expect("a script");
                assert_eq!(
                    report.verdict,
                    Verdict::Valid,
                    "seed {seed}: {}\n{script}\n{text}",
                    report.message
                );
                proved += 1;
            }
            (_, Err(NoProof::Unsupported(_))) => unsupported += 1,
            (Answer::Sat, Err(NoProof::NotRefuted)) => {}
            (answer, result) => panic!("seed {seed}: {answer:?}, but {result:?}\n{script}"),
        }
    }
    (proved, unsupported)
}

#[test]
fn random_problems_have_valid_proofs() {
    let shapes: [fn(&mut Rng) -> Shape; 5] =
        [Shape::small, Shape::unbounded, Shape::equalities, Shape::huge, Shape::differences];
    for (index, shape) in shapes.into_iter().enumerate() {
        let (proved, unsupported) = prove_random(shape, index as u64 * 1_000_000);
        println!("shape {index}: {proved} proved, {unsupported} beyond proofs");
        assert!(proved > 0, "no proof for shape {index}");
    }
}
