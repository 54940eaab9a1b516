//! The findings of an analysis: suspects, gaps, input sites, and states in which the program ends.

use crate::analysis::{Interim, Open};
use crate::ir::Pos;
use crate::property::ViolationKind;
use crate::symbolic::facts::invariants::{check_formula, ensure};
use crate::symbolic::store::state::State;
use cfp_solver::{Symbol, Term, Terms};

/// A possible violation, as an obligation names it.
#[derive(Clone, Copy)]
pub(crate) struct Suspicion {
    pub(crate) kind: ViolationKind,
    pub(crate) pos: Pos,
    pub(crate) text: &'static str,
}

/// A violation that could not be excluded.
pub(crate) struct Suspect {
    pub(crate) kind: ViolationKind,
    pub(crate) pos: Pos,
    pub(crate) text: String,
    /// The condition under which it occurs, as a conjunction.
    pub(crate) formulas: Vec<Term>,
    /// The missing fact in names of the program, if it can be expressed.
    pub(crate) fact: Option<String>,
}

impl Suspect {
    /// It as an open obligation.
    pub(crate) fn open(&self) -> Open {
        let (text, fact) = (self.text.clone(), self.fact.clone());
        Open { pos: self.pos, kind: Some(self.kind), text, fact, cause: None }
    }

    /// The condition consists of formulas.
    pub(crate) fn check_invariants(&self, terms: &Terms) -> Result<(), String> {
        self.formulas.iter().try_for_each(|&formula| check_formula(terms, formula, "a part of a suspicion"))
    }
}

/// A point at which the program reads an input.
pub(crate) struct InputSite {
    pub(crate) pos: Pos,
    pub(crate) function: Symbol,
    /// How often it is executed in the innermost enclosing loop; once if there is none.
    pub(crate) count: Option<Term>,
}

/// All findings so far.
#[derive(Default)]
pub(crate) struct Findings {
    pub(crate) suspects: Vec<Suspect>,
    /// Behaviour that is not modelled, with its position: then nothing is proved.
    pub(crate) gaps: Vec<(Pos, String)>,
    pub(crate) inputs: Vec<InputSite>,
    /// States in which the program ends other than by returning from its entry function.
    pub(crate) ends: Vec<(Pos, State)>,
    /// How many suspects and gaps were ever added.
    pub(crate) added: usize,
    /// Nonzero during trial execution: then nothing is recorded.
    pub(crate) quiet: usize,
    /// Where other threads read suspects and gaps, if this is the analysis of the whole program.
    pub(crate) interim: Option<Interim>,
}

/// A checkpoint of the findings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FindingsMark {
    suspects: usize,
    gaps: usize,
    ends: usize,
    inputs: usize,
}

impl Findings {
    pub(crate) fn add_suspect(&mut self, suspect: Suspect) {
        if let Some(interim) = &self.interim {
            interim.add_suspect(suspect.open());
        }
        self.added += 1;
        self.suspects.push(suspect);
    }

    pub(crate) fn add_gap(&mut self, pos: Pos, text: String) {
        if let Some(interim) = &self.interim {
            interim.add_gap(gap(pos, &text));
        }
        self.added += 1;
        self.gaps.push((pos, text));
    }

    /// A checkpoint of the current findings.
    pub(crate) fn mark(&self) -> FindingsMark {
        FindingsMark {
            suspects: self.suspects.len(),
            gaps: self.gaps.len(),
            ends: self.ends.len(),
            inputs: self.inputs.len(),
        }
    }

    /// The checkpoint is not newer than the current findings.
    fn check_mark(&self, mark: FindingsMark) -> Result<(), String> {
        let now = self.mark();
        let is_past = mark.suspects <= now.suspects
            && mark.gaps <= now.gaps
            && mark.ends <= now.ends
            && mark.inputs <= now.inputs;
        ensure(is_past, || format!("{mark:?} is not before {now:?}"))
    }

    /// Drops the findings since a checkpoint, because the code will be analysed in another way.
    pub(crate) fn roll_back(&mut self, since: FindingsMark) {
        debug_assert_eq!(self.check_mark(since), Ok(()));
        self.suspects.truncate(since.suspects);
        self.gaps.truncate(since.gaps);
        self.ends.truncate(since.ends);
        self.inputs.truncate(since.inputs);
        if let Some(interim) = &self.interim {
            interim.truncate(since.suspects, since.gaps);
        }
    }
}

/// A gap as an open obligation.
pub(crate) fn gap(pos: Pos, text: &str) -> Open {
    Open::gap(pos, format!("not modelled: {text}"))
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
