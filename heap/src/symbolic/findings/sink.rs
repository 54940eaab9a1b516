//! What an analysis has found: suspected violations, gaps, inputs, and states in which the program ends.

use crate::ir::Pos;
use crate::property::ViolationKind;
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
