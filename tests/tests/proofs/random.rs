//! Proofs of random unsatisfiable problems, judged by the independent checker.

use cfp_check::{Report, Verdict, check};
use cfp_smtlib::print::{proof_text, write_script};
use cfp_solver::proof::{NoProof, prove};
use cfp_solver::{Answer, Budget, Options, Solver, Sort, Term, Terms};
use cfp_tests::random::automata::automaton;
use cfp_tests::random::{Rng, Shape, formula};

/// How many problems of each shape.
fn count() -> u64 {
    std::env::var("CFP_PROOFS").ok().and_then(|text| text.parse().ok()).unwrap_or(150)
}

/// Makes the assertions of a problem.
pub(crate) type Maker = fn(&mut Terms, &mut Rng) -> Vec<Term>;

fn shaped(shape: fn(&mut Rng) -> Shape, terms: &mut Terms, rng: &mut Rng) -> Vec<Term> {
    let shape = shape(rng);
    formula(terms, rng, &shape).assertions
}

/// Sums that wrap around, as terms `ite`, as disjunctions of equations, or with a number of overflows; and a
/// claim about what comes out in the end, which often follows.
fn wrapped(terms: &mut Terms, rng: &mut Rng) -> Vec<Term> {
    let size = 1 << rng.range(1, 5);
    let (modulus, zero, one) = (terms.int(size), terms.int(0), terms.int(1));
    let mut numbers: Vec<Term> = (0..3).map(|index| terms.constant(format!("x{index}"), Sort::Int)).collect();
    let mut assertions = Vec::new();
    for &number in &numbers {
        assertions.extend([terms.le(&[zero, number]), terms.lt(&[number, modulus])]);
    }
    for index in 0..2 + rng.below(4) {
        let parts = [rng.pick(&numbers), rng.pick(&numbers)];
        let sum = terms.add(&parts);
        let (fits, less) = (terms.lt(&[sum, modulus]), terms.sub(sum, modulus));
        let result = match rng.below(3) {
            0 => terms.ite(fits, sum, less),
            1 => {
                let result = terms.constant(format!("y{index}"), Sort::Int);
                let cases = [terms.eq(result, sum), terms.eq(less, result)];
                assertions.extend([terms.or(&cases), terms.implies(fits, cases[0])]);
                assertions.extend([terms.le(&[zero, result]), terms.lt(&[result, modulus])]);
                result
            }
            _ => {
                let overflows = terms.constant(format!("o{index}"), Sort::Int);
                let result = terms.constant(format!("z{index}"), Sort::Int);
                let multiple = terms.mul(modulus, overflows);
                let value = terms.sub(sum, multiple);
                assertions.push(terms.eq(value, result));
                assertions.extend([terms.le(&[zero, result]), terms.lt(&[result, modulus])]);
                assertions.push(terms.le(&[zero, overflows, one]));
                result
            }
        };
        numbers.push(result);
    }
    let (one, other) = (rng.pick(&numbers[3..]), rng.pick(&numbers));
    let claim = match rng.below(3) {
        0 => terms.eq(one, other),
        1 => terms.le(&[zero, one]),
        _ => terms.lt(&[one, modulus]),
    };
    assertions.push(terms.not(claim));
    assertions
}

/// Proves random problems; returns how many proofs there were, and how many problems are beyond proofs.
fn prove_random(make: Maker, first: u64) -> (usize, usize) {
    let (mut proved, mut unsupported) = (0, 0);
    for seed in first..first + count() {
        let mut solver = Solver::new();
        let assertions = make(solver.terms_mut(), &mut Rng::new(seed));
        assertions.iter().for_each(|assertion| solver.assert(*assertion));
        let (script, result) = problem_and_proof(make, seed);
        match (solver.check(), result) {
            (Answer::Unsat, Ok(text)) => {
                let Report { verdict, message, .. } = check(&script, &text).expect("a script");
                assert_eq!(verdict, Verdict::Valid, "seed {seed}: {message}\n{script}\n{text}");
                proved += 1;
            }
            (_, Err(NoProof::Unsupported(_))) => unsupported += 1,
            (Answer::Sat, Err(NoProof::NotRefuted)) => {}
            (answer, result) => panic!("seed {seed}: {answer:?}, but {result:?}\n{script}"),
        }
    }
    (proved, unsupported)
}

/// Problems of all kinds.
pub(crate) const MAKERS: [Maker; 7] = [
    |terms, rng| shaped(Shape::small, terms, rng),
    |terms, rng| shaped(Shape::unbounded, terms, rng),
    |terms, rng| shaped(Shape::equalities, terms, rng),
    |terms, rng| shaped(Shape::huge, terms, rng),
    |terms, rng| shaped(Shape::differences, terms, rng),
    |terms, rng| automaton(terms, rng, 3).assertions,
    wrapped,
];

/// A random problem and its proof, as text, if there is one.
pub(crate) fn problem_and_proof(make: Maker, seed: u64) -> (String, Result<String, NoProof>) {
    let (mut solver, mut script) = (Solver::new(), Vec::new());
    let assertions = make(solver.terms_mut(), &mut Rng::new(seed));
    write_script(&mut script, solver.terms(), "QF_LIA", &[], &assertions).expect("memory");
    let result = prove(solver.terms_mut(), &assertions, &Options::default(), &mut Budget::unlimited());
    let proof = result.map(|proof| proof_text(solver.terms(), &proof));
    (String::from_utf8(script).expect("text"), proof)
}

#[test]
fn random_problems_have_valid_proofs() {
    for (index, make) in MAKERS.into_iter().enumerate() {
        let (proved, unsupported) = prove_random(make, index as u64 * 1_000_000);
        println!("shape {index}: {proved} proved, {unsupported} beyond proofs");
        assert!(proved > 0, "no proof for shape {index}");
    }
}
