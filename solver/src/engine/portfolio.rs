//! One check by several strategies at the same time.

use super::oneshot;
use crate::answer::Answer;
use crate::checked::Checked;
use crate::limits::Budget;
use crate::options::{Options, Schedule};
use crate::race::race;
use crate::term::{Term, Terms};

/// Decides the conjunction of assertions and assumptions, in as many threads as the options allow.
pub(crate) fn check_in_parallel(
    terms: &Terms,
    assertions: &[Term],
    assumptions: &[Term],
    options: &Options,
    budget: &mut Budget,
) -> Checked {
    let run = |number: usize, part: &mut Budget| {
        oneshot::check(terms, assertions, assumptions, &strategy(options, number), part)
    };
    race(options.threads, budget, run, |checked| !matches!(checked.answer, Answer::Unknown(_)))
}

/// The options of each strategy: the first one has those that were given, the others differ in what comes
/// first and in their seeds.
fn strategy(options: &Options, number: usize) -> Options {
    let mut strategy = options.clone();
    strategy.seed = options.seed.wrapping_add(number as u64);
    match number % 4 {
        0 => {}
        1 => strategy.bits = Schedule::First,
        2 => strategy.local = Schedule::First,
        _ => {
            strategy.presolve = !options.presolve;
            strategy.difference_logic = false;
        }
    }
    strategy
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strategies_differ_and_the_first_is_what_was_asked_for() {
        let options = Options { seed: 9, ..Options::default() };
        assert_eq!(strategy(&options, 0), options);
        let strategies: Vec<Options> = (0..8).map(|number| strategy(&options, number)).collect();
        for (index, one) in strategies.iter().enumerate() {
            assert!(strategies[..index].iter().all(|other| other != one));
        }
    }
}
