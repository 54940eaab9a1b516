//! Asking several engines the same question.

use cfp_solver::{Answer, Engine, Limits, Solver, Symbol, Term};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What an engine said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Satisfiable.
    Sat,
    /// Unsatisfiable.
    Unsat,
    /// Not decided.
    Unknown,
    /// It panicked, with this message.
    Panic(String),
}

impl Verdict {
    /// Satisfiable or not.
    pub fn of(is_sat: bool) -> Verdict {
        if is_sat { Verdict::Sat } else { Verdict::Unsat }
    }

    /// Whether the two cannot both be right. A panic is never right.
    pub fn contradicts(&self, other: &Verdict) -> bool {
        let is_panic = |verdict: &Verdict| matches!(verdict, Verdict::Panic(_));
        let is_unknown = |verdict: &Verdict| matches!(verdict, Verdict::Unknown);
        is_panic(self) || is_panic(other) || (!is_unknown(self) && !is_unknown(other) && self != other)
    }
}

/// Calls a function of the engine; a panic becomes a verdict.
pub fn guarded(check: impl FnOnce() -> Answer) -> Verdict {
    match catch_unwind(AssertUnwindSafe(check)) {
        Ok(Answer::Sat) => Verdict::Sat,
        Ok(Answer::Unsat) => Verdict::Unsat,
        Ok(Answer::Unknown(_)) => Verdict::Unknown,
        Err(cause) => {
            let text = cause.downcast_ref::<String>().map(String::as_str);
            Verdict::Panic(text.or(cause.downcast_ref::<&str>().copied()).unwrap_or("panic").to_string())
        }
    }
}

/// Has an engine decide the assertions and assumptions, with a limit in ticks. What was asserted before is
/// forgotten.
pub fn ask(
    solver: &mut Solver,
    engine: Engine,
    assertions: &[Term],
    assumptions: &[Term],
    ticks: Option<u64>,
) -> Verdict {
    solver.reset_assertions();
    solver.options_mut().engine = engine;
    solver.options_mut().limits = Limits { ticks, ..Limits::default() };
    assertions.iter().for_each(|&assertion| solver.assert(assertion));
    guarded(|| solver.check_assuming(assumptions))
}

/// The assertions as a script.
pub fn script(solver: &Solver, symbols: &[Symbol], assertions: &[Term]) -> String {
    let mut text = Vec::new();
    cfp_smtlib::print::write_script(&mut text, solver.terms(), "QF_LIA", symbols, assertions)
        .expect("memory can be written");
    String::from_utf8(text).expect("scripts are text")
}

/// How often each answer was given.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Satisfiable formulas.
    pub sat: u64,
    /// Unsatisfiable formulas.
    pub unsat: u64,
    /// Formulas that were not decided by both sides.
    pub skipped: u64,
}

impl Tally {
    /// Counts what two engines said that do not contradict each other.
    pub fn count(&mut self, left: &Verdict, right: &Verdict) {
        match (left, right) {
            (Verdict::Sat, Verdict::Sat) => self.sat += 1,
            (Verdict::Unsat, Verdict::Unsat) => self.unsat += 1,
            _ => self.skipped += 1,
        }
    }

    /// Prints the numbers, and checks that both answers occur and that at least `percent` of the formulas
    /// were compared.
    pub fn require(&self, name: &str, percent: u64) {
        let Tally { sat, unsat, skipped } = self;
        println!("{name}: {sat} sat, {unsat} unsat, {skipped} skipped");
        let (compared, all) = (sat + unsat, sat + unsat + skipped);
        assert!(all < 100 || (*sat > 0 && *unsat > 0), "{name}: both answers occur");
        assert!(compared * 100 >= all * percent, "{name}: most formulas are decided");
    }
}
