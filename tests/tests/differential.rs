//! Random formulas against brute force over small boxes.
//!
//! `CFP_ROUNDS` sets how many formulas are tried, `CFP_SEED` where to start.

use cfp_solver::{Answer, Options, Solver};
use cfp_tests::brute;
use cfp_tests::random::{self, Rng, Shape};

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

#[test]
fn small_formulas_agree_with_brute_force() {
    let first = setting("CFP_SEED", 0);
    let mut answers = [0u64; 2];
    for seed in first..first + setting("CFP_ROUNDS", 3_000) {
        let mut rng = Rng::new(seed);
        let shape = Shape::small(&mut rng);
        let mut solver = Solver::with_options(Options { seed, ..Options::default() });
        let formula = random::formula(solver.terms_mut(), &mut rng, &shape);
        for &assertion in &formula.assertions {
            solver.assert(assertion);
        }
        let limit = shape.bounded_by.expect("small shapes are bounded");
        let expected = brute::find_model(solver.terms(), &formula.symbols, &formula.assertions, limit);
        let answer = solver.check();
        let expected = if expected.is_some() { Answer::Sat } else { Answer::Unsat };
        assert_eq!(answer, expected, "seed {seed}, {shape:?}");
        answers[(answer == Answer::Sat) as usize] += 1;
    }
    assert!(answers.iter().all(|&count| count > 0), "both answers occur: {answers:?}");
}
