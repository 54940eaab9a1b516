//! What is known while a verification is still under way.
//!
//! A verification keeps its limits by itself wherever it can. A caller that must answer in time whatever
//! happens runs it in a thread of its own, and reads the interim findings when the time is over.

use super::conclusion::Conclusion;
use super::errors::Errors;
use super::verdict::Open;
use crate::ir::{Pos, Program};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Why a verification ends before it is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The time limit was reached.
    Time,
    /// The memory limit was reached.
    Memory,
    /// The effort limit was reached.
    Effort,
    /// The user interrupted it.
    Interrupt,
}

impl Stop {
    /// What happened, in words.
    pub fn text(self) -> &'static str {
        match self {
            Stop::Time => "time limit reached",
            Stop::Memory => "memory limit reached",
            Stop::Effort => "effort limit reached",
            Stop::Interrupt => "interrupted",
        }
    }

    /// The rest of the program as an open place.
    pub(crate) fn open_at(self, pos: Pos) -> Open {
        let hint = match self {
            Stop::Time => " (--time allows more)",
            Stop::Memory => " (--memory-limit allows more)",
            Stop::Effort | Stop::Interrupt => "",
        };
        Open::gap(pos, format!("{} here; the rest was not analysed{hint}", self.text()))
    }
}

/// The interim findings of a verification, to be read from another thread. Clones share them.
///
/// ```
/// use cfp_heap::analysis::{Conclusion, Interim, Options, Stop, Task};
/// use cfp_heap::front::{Source, load};
/// use cfp_heap::verify::verify;
///
/// let text = "int nondet(void); int main(void) { int a[2]; a[nondet() & 1] = 1; return 0; }";
/// // Parsing C needs libclang; without it there is nothing to show.
/// if let Ok(loaded) = load(&[Source::text("small.c", text)]) {
///     let interim = Interim::default();
///     let program = &loaded.program;
///     assert!(matches!(interim.conclusion(program, Stop::Time), Conclusion::Unknown { .. }));
///     verify(&Task::new(program), &Options { interim: interim.clone(), ..Options::default() });
///     assert!(matches!(interim.conclusion(program, Stop::Time), Conclusion::Proved(_)));
/// }
/// ```
#[derive(Clone, Debug, Default)]
pub struct Interim(Arc<Mutex<Known>>);

#[derive(Debug, Default)]
struct Known {
    /// The number of runs so far, and their errors.
    runs: u64,
    errors: Errors,
    /// Obligations that were checked and not discharged.
    suspects: Vec<Open>,
    /// Behaviour that is not modelled.
    gaps: Vec<Open>,
    /// The statement under analysis.
    here: Option<Pos>,
    /// The conclusion, once it is reached; a drawing may follow.
    conclusion: Option<Conclusion>,
}

impl Interim {
    /// The number of runs so far.
    pub fn runs(&self) -> u64 {
        self.known().runs
    }

    /// The conclusion if the verification stops now.
    pub fn conclusion(&self, program: &Program, stop: Stop) -> Conclusion {
        let known = self.known();
        if let Some(conclusion) = &known.conclusion {
            return conclusion.clone();
        }
        let limit = known.here.map(|pos| stop.open_at(pos));
        let open = limit.into_iter().chain(known.gaps.iter().chain(&known.suspects).cloned()).collect();
        match known.here {
            _ if !known.errors.is_empty() => Conclusion::refuted(known.errors.clone(), open),
            Some(_) => Conclusion::unknown(program, open, known.runs),
            None => Conclusion::Unknown { reason: format!("{} before the analysis", stop.text()), open },
        }
    }

    pub(crate) fn add_run(&self) {
        self.known().runs += 1;
    }

    pub(crate) fn set_errors(&self, errors: &Errors) {
        self.known().errors = errors.clone();
    }

    pub(crate) fn set_place(&self, pos: Pos) {
        self.known().here = Some(pos);
    }

    pub(crate) fn add_suspect(&self, open: Open) {
        self.known().suspects.push(open);
    }

    pub(crate) fn add_gap(&self, open: Open) {
        self.known().gaps.push(open);
    }

    /// Drops all but the first findings, because code is analysed again.
    pub(crate) fn truncate(&self, suspects: usize, gaps: usize) {
        let mut known = self.known();
        known.suspects.truncate(suspects);
        known.gaps.truncate(gaps);
    }

    pub(crate) fn conclude(&self, conclusion: &Conclusion) {
        self.known().conclusion = Some(conclusion.clone());
    }

    /// A panic elsewhere leaves the findings consistent: each change is a single step.
    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
