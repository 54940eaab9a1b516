//! Sessions of pushes, assertions, checks and pops: every answer must be that of a solver which sees the same
//! assertions for the first time. Models are checked by the solver itself; cores are checked here.
//!
//! `CFP_ROUNDS` sets how many sessions are tried, `CFP_SEED` where to start.

use cfp_solver::{Answer, Limits, Options, Solver, Term};
use cfp_tests::random::{self, Rng, Shape};
use cfp_tests::rounds::seeds;

fn options(seed: u64) -> Options {
    Options { seed, limits: Limits { ticks: Some(20_000_000), ..Limits::default() }, ..Options::default() }
}

/// Asks a solver that has not been asked before, and in which all assertions are on one level.
fn ask_anew(solver: &mut Solver, assertions: &[Term], assumptions: &[Term]) -> Answer {
    let mut fresh = Solver::with_options(solver.options().clone());
    // Terms belong to their arena: it is lent for this check.
    std::mem::swap(fresh.terms_mut(), solver.terms_mut());
    assertions.iter().for_each(|&assertion| fresh.assert(assertion));
    let answer = fresh.check_assuming(assumptions);
    std::mem::swap(fresh.terms_mut(), solver.terms_mut());
    answer
}

fn decided(answer: &Answer) -> bool {
    !matches!(answer, Answer::Unknown(_))
}

fn run_session(seed: u64) -> usize {
    let mut rng = Rng::new(seed);
    let shape = Shape { assertions: 12, assumptions: 4, ..Shape::small(&mut rng) };
    let mut solver = Solver::with_options(options(seed));
    let formula = random::formula(solver.terms_mut(), &mut rng, &shape);
    let pool = formula.assertions.clone();
    formula.bounds.iter().for_each(|&bound| solver.assert(bound));
    let mut checks = 0;
    for step in 0..40 {
        match rng.below(10) {
            0 | 1 => solver.push(),
            2 => _ = solver.pop(),
            3 | 4 => {
                let assertion = rng.pick(&pool);
                solver.assert(assertion);
            }
            5 => {
                let assertion = rng.pick(&pool);
                solver.assert_tracked(assertion);
            }
            _ => {
                let count = rng.below(3);
                let assumptions: Vec<Term> = (0..count).map(|_| rng.pick(&formula.assumptions)).collect();
                let assertions = solver.assertions().to_vec();
                let answer = solver.check_assuming(&assumptions);
                let expected = ask_anew(&mut solver, &assertions, &assumptions);
                let agrees = answer == expected || !decided(&answer) || !decided(&expected);
                assert!(agrees, "seed {seed} step {step}: {answer:?}, anew {expected:?}");
                checks += 1;
                if answer == Answer::Unsat {
                    check_core(&mut solver, seed, step);
                }
            }
        }
    }
    checks
}

/// The core and the failed assumptions, with the assertions that are not tracked, must be unsatisfiable by
/// themselves.
fn check_core(solver: &mut Solver, seed: u64, step: usize) {
    let mut blamed = solver.unsat_core().to_vec();
    blamed.extend(solver.untracked());
    let failed = solver.failed_assumptions().to_vec();
    let answer = ask_anew(solver, &blamed, &failed);
    assert!(answer == Answer::Unsat || !decided(&answer), "seed {seed} step {step}: the core is {answer:?}");
}

#[test]
fn sessions_answer_like_new_solvers() {
    let mut checks = 0;
    for seed in seeds(150) {
        checks += run_session(seed);
    }
    assert!(checks > 0);
}

#[test]
fn many_rounds_leave_nothing_behind() {
    let mut solver = Solver::new();
    let x = solver.terms_mut().constant("x", cfp_solver::Sort::Int);
    let zero = solver.terms_mut().int(0);
    let positive = solver.terms_mut().lt(&[zero, x]);
    solver.assert(positive);
    assert_eq!(solver.check(), Answer::Sat);
    let rounds = 3_000;
    let mut after_half = 0;
    for round in 0..rounds {
        solver.push();
        let bound = solver.terms_mut().int(round % 10 - 5);
        let claim = solver.terms_mut().lt(&[x, bound]);
        solver.assert(claim);
        let expected = if round % 10 - 5 > 1 { Answer::Sat } else { Answer::Unsat };
        assert_eq!(solver.check(), expected);
        assert!(solver.pop());
        if round == rounds / 2 {
            after_half = solver.footprint();
        }
    }
    assert!(solver.footprint() <= 2 * after_half, "{} grows from {after_half}", solver.footprint());
}
