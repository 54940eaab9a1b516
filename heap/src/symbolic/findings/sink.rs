//! What an analysis has found: suspected violations, gaps, inputs, and states in which the program ends.

use crate::ir::Pos;
use crate::property::ViolationKind;
use crate::symbolic::store::state::State;
use cfp_solver::{Symbol, Term};

/// Something that may go wrong.
#[derive(Clone, Copy)]
pub(crate) struct Suspicion {
    pub(crate) kind: ViolationKind,
    pub(crate) pos: Pos,
    pub(crate) text: &'static str,
}

/// An error that could not be excluded.
pub(crate) struct Suspect {
    pub(crate) kind: ViolationKind,
    pub(crate) pos: Pos,
    pub(crate) text: String,
    /// When it happens.
    pub(crate) formulas: Vec<Term>,
    /// What would exclude it, in names of the program, if that can be said.
    pub(crate) fact: Option<String>,
}

/// A value that the program takes from outside.
pub(crate) struct InputSite {
    pub(crate) pos: Pos,
    pub(crate) function: Symbol,
    /// How often it is taken in the innermost loop around it; once if there is none.
    pub(crate) count: Option<Term>,
}

/// All that was found so far.
#[derive(Default)]
pub(crate) struct Findings {
    pub(crate) suspects: Vec<Suspect>,
    /// What the analysis does not follow, with the place: then nothing is proved.
    pub(crate) gaps: Vec<(Pos, String)>,
    pub(crate) inputs: Vec<InputSite>,
    /// States in which the program has ended other than by a return from its first function.
    pub(crate) ends: Vec<(Pos, State)>,
    /// Above zero while code is executed on trial: then nothing is reported.
    pub(crate) quiet: usize,
}

/// How much had been found at some time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FindingsMark {
    suspects: usize,
    gaps: usize,
    ends: usize,
    inputs: usize,
}

impl Findings {
    /// How much has been found by now.
    pub(crate) fn mark(&self) -> FindingsMark {
        FindingsMark {
            suspects: self.suspects.len(),
            gaps: self.gaps.len(),
            ends: self.ends.len(),
            inputs: self.inputs.len(),
        }
    }

    /// Drops what was found since, because the code will be analysed in another way.
    pub(crate) fn roll_back(&mut self, since: FindingsMark) {
        self.suspects.truncate(since.suspects);
        self.gaps.truncate(since.gaps);
        self.ends.truncate(since.ends);
        self.inputs.truncate(since.inputs);
    }
}
