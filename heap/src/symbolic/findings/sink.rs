//! What an analysis has found: suspected violations, gaps, inputs, and states in which the program ends.

use crate::ir::Pos;
use crate::property::ViolationKind;
use crate::symbolic::facts::invariants::{check_formula, ensure};
use crate::symbolic::store::state::State;
use cfp_solver::{Symbol, Term, Terms};

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

impl Suspect {
    /// What leads to it are formulas.
    pub(crate) fn check_invariants(&self, terms: &Terms) -> Result<(), String> {
        self.formulas.iter().try_for_each(|&formula| check_formula(terms, formula, "a part of a suspicion"))
    }
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

    /// A mark is of the past: there is at least as much now.
    fn check_mark(&self, mark: FindingsMark) -> Result<(), String> {
        let now = self.mark();
        let is_past = mark.suspects <= now.suspects
            && mark.gaps <= now.gaps
            && mark.ends <= now.ends
            && mark.inputs <= now.inputs;
        ensure(is_past, || format!("{mark:?} is not before {now:?}"))
    }

    /// Drops what was found since, because the code will be analysed in another way.
    pub(crate) fn roll_back(&mut self, since: FindingsMark) {
        debug_assert_eq!(self.check_mark(since), Ok(()));
        self.suspects.truncate(since.suspects);
        self.gaps.truncate(since.gaps);
        self.ends.truncate(since.ends);
        self.inputs.truncate(since.inputs);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_of_the_past() {
        let (mut findings, place) = (Findings::default(), Pos::NOWHERE);
        let before = findings.mark();
        findings.gaps.push((place, "not modelled".to_string()));
        let after = findings.mark();
        assert_eq!(findings.check_mark(before), Ok(()));
        findings.roll_back(before);
        assert!(findings.check_mark(after).unwrap_err().contains("not before"));
    }

    #[test]
    fn suspicions_are_formulas() {
        let mut terms = Terms::new();
        let mut suspect = Suspect {
            kind: ViolationKind::Overflow,
            pos: Pos::NOWHERE,
            text: String::new(),
            formulas: vec![terms.bool(true)],
            fact: None,
        };
        assert_eq!(suspect.check_invariants(&terms), Ok(()));
        suspect.formulas.push(terms.int(1));
        assert!(suspect.check_invariants(&terms).unwrap_err().contains("not a formula"));
    }
}
