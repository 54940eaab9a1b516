//! Several ways to one answer at the same time: the first that finds it stops the others.
//!
//! Each way runs in a thread of its own, with its own part of the budget. All of them must be right whenever
//! they are certain; so it does not matter for the answer which of them is the first, only for what comes
//! with it (the model, say). An answer that is not certain counts only if there is no other, and then it is
//! that of the first way.

use crate::limits::{Budget, Interrupt};
use std::thread;

/// Triggers the interrupt if the thread ends by a panic.
struct StopOthers<'a>(&'a Interrupt);

impl Drop for StopOthers<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.trigger();
        }
    }
}

/// Runs `run` with the numbers below `threads`, in threads of their own if these are several. Returns a
/// result that is certain, if there is one, and otherwise that of number 0.
///
/// # Panics
/// If one of them does.
pub(crate) fn race<R: Send>(
    threads: usize,
    budget: &mut Budget,
    run: impl Fn(usize, &mut Budget) -> R + Sync,
    is_certain: impl Fn(&R) -> bool + Sync,
) -> R {
    if threads <= 1 {
        return run(0, budget);
    }
    let stop = Interrupt::new();
    let (run, is_certain, stop) = (&run, &is_certain, &stop);
    let runs: Vec<(Budget, R)> = thread::scope(|scope| {
        let start = |number: usize| {
            let mut part = budget.fork(stop);
            scope.spawn(move || {
                let _guard = StopOthers(stop);
                let result = run(number, &mut part);
                if is_certain(&result) {
                    stop.trigger();
                }
                (part, result)
            })
        };
        let handles: Vec<_> = (0..threads).map(start).collect();
        handles
            .into_iter()
            .map(|handle| handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    });
    let best = runs.iter().position(|(_, result)| is_certain(result)).unwrap_or(0);
    let (part, result) = runs.into_iter().nth(best).expect("there is a run for each thread");
    budget.join(&part);
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::Unknown;
    use crate::limits::Limits;

    #[test]
    fn the_first_certain_result_stops_the_others() {
        let run = |number: usize, part: &mut Budget| {
            if number == 2 {
                return Some(number);
            }
            while part.spend(1_000) {}
            assert_eq!(part.stopped(), Some(&Unknown::Interrupted));
            None
        };
        let mut budget = Budget::unlimited();
        assert_eq!(race(4, &mut budget, run, Option::is_some), Some(2));
        assert!(budget.is_open(), "the winner was not stopped");
    }

    #[test]
    fn without_a_certain_result_the_first_way_counts() {
        let limits = Limits { ticks: Some(5_000), ..Limits::default() };
        let mut budget = Budget::start(&limits, &Interrupt::new());
        let run = |number: usize, part: &mut Budget| {
            while part.spend(1) {}
            number
        };
        assert_eq!(race(3, &mut budget, run, |_| false), 0);
        assert_eq!(budget.stopped(), Some(&Unknown::Resources));
    }

    #[test]
    #[should_panic(expected = "a defect")]
    fn a_panic_stops_the_others_and_is_passed_on() {
        let run = |number: usize, part: &mut Budget| {
            assert!(number != 1, "a defect");
            while part.spend(1_000) {}
        };
        race(3, &mut Budget::unlimited(), run, |()| false);
    }
}
