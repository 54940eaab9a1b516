//! Propositional formulas in clauses, simplified and decided by the SAT core alone.

use crate::answer::Answer;
use crate::clausal::Clausal;
use crate::limits::{Budget, Interrupt};
use crate::options::Options;
use crate::race::race;
use crate::sat::{Lit, Outcome, SatOptions, Var};
use crate::stats::Statistics;

/// The result of [`check_clauses`].
#[derive(Clone, Debug)]
pub struct CheckedClauses {
    /// Whether the clauses are satisfiable.
    pub answer: Answer,
    /// After [`Answer::Sat`]: the value of each variable. The clauses were checked against them.
    pub values: Vec<bool>,
    /// Counters of the search.
    pub statistics: Statistics,
}

/// Decides a formula in clauses, whose literals are numbered as in DIMACS: `1` is the first variable, `-1`
/// its negation. Of the options, limits, seed and number of
/// threads are used.
///
/// ```
/// use cfp_solver::{Answer, Interrupt, Options, check_clauses};
///
/// let clauses = [vec![1, 2], vec![-1, 2], vec![1, -2]];
/// let checked = check_clauses(2, &clauses, &Options::default(), &Interrupt::new());
/// assert_eq!(checked.answer, Answer::Sat);
/// assert_eq!(checked.values, [true, true]);
/// ```
///
/// # Panics
/// If a literal is zero or its variable is not below `num_vars`.
pub fn check_clauses(
    num_vars: usize,
    clauses: &[Vec<i32>],
    options: &Options,
    interrupt: &Interrupt,
) -> CheckedClauses {
    let mut budget = Budget::start(&options.limits, interrupt);
    let run = |number: usize, part: &mut Budget| check_by(number, num_vars, clauses, options, part);
    race(options.threads, &mut budget, run, |checked| !matches!(checked.answer, Answer::Unknown(_)))
}

/// Decides a formula by one of several strategies, which differ in seeds and in what they do beforehand.
fn check_by(
    strategy: usize,
    num_vars: usize,
    clauses: &[Vec<i32>],
    options: &Options,
    budget: &mut Budget,
) -> CheckedClauses {
    let sat_options = SatOptions {
        seed: options.seed.wrapping_add(strategy as u64),
        default_phase: strategy % 2 == 1,
        stable_mode: strategy % 8 != 6,
        ..SatOptions::default()
    };
    let mut solver = Clausal::new(sat_options, strategy % 4 != 3);
    let vars: Vec<Var> = (0..num_vars).map(|_| solver.new_var()).collect();
    let lit = |number: i32| -> Lit {
        let var = vars[number.unsigned_abs() as usize - 1];
        if number > 0 { var.positive() } else { var.negative() }
    };
    for clause in clauses {
        let lits: Vec<Lit> = clause.iter().map(|&number| lit(number)).collect();
        solver.add_clause(&lits);
    }
    let outcome = solver.solve(&[], budget);
    let mut statistics = Statistics::default();
    statistics.extend(&solver.stats().iter().chain([("ticks", budget.ticks())]).collect::<Vec<_>>());
    let mut values = Vec::new();
    let answer = match outcome {
        Outcome::Sat => {
            let holds = |number: i32| solver.value(lit(number)) == Some(true);
            let satisfied = clauses.iter().all(|clause| clause.iter().any(|&number| holds(number)));
            assert!(satisfied, "the model does not satisfy the clauses");
            values.extend(vars.iter().map(|var| solver.value(var.positive()) == Some(true)));
            Answer::Sat
        }
        Outcome::Unsat => Answer::Unsat,
        Outcome::Unknown(reason) => Answer::Unknown(reason),
    };
    CheckedClauses { answer, values, statistics }
}
