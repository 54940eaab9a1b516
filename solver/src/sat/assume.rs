//! Solving under assumptions, and which of them are to blame when that fails.
//!
//! Assumption number `i` is the decision of level `i + 1`. One that is already true gets a level with nothing
//! in it, so that this numbering holds whatever the assumptions imply about each other. One that is already
//! false ends the search: the decisions from which its negation was derived are assumptions, all of them, and
//! together with it they contradict the clauses.

use super::data::clause::ClauseRef;
use super::data::trail::Reason;
use super::learn::analyze::Mark;
use super::theory::Theory;
use super::{Lit, SatSolver};

/// What became of the next assumption.
pub(super) enum Assumed {
    /// All assumptions hold; it is time for decisions.
    All,
    /// One more was put on the trail.
    Next,
    /// One is false; `failed` says why.
    Failed,
}

impl SatSolver {
    /// Opens the level of the next assumption that has no value yet.
    pub(super) fn assume<T: Theory>(&mut self, theory: &mut T) -> Assumed {
        while self.trail.level() < self.assumptions.len() {
            let lit = self.assumptions[self.trail.level()];
            if self.trail.is_false(lit) {
                self.find_failed_assumptions(theory, lit);
                return Assumed::Failed;
            }
            self.open_level(theory);
            if self.trail.is_unassigned(lit) {
                self.trail.assign(lit, Reason::None);
                return Assumed::Next;
            }
        }
        Assumed::All
    }

    /// Collects in `failed` the false assumption and those that imply its negation.
    fn find_failed_assumptions<T: Theory>(&mut self, theory: &mut T, false_lit: Lit) {
        self.failed.clear();
        self.failed.push(false_lit);
        self.mark_premise(false_lit);
        for position in (self.trail.end_of_level_0()..self.trail.lits().len()).rev() {
            let lit = self.trail.lits()[position];
            if self.analysis.marks[lit.var().index()] == Mark::New {
                continue;
            }
            match self.explained_reason(theory, lit) {
                Reason::None => self.failed.push(lit),
                Reason::Binary(other) => self.mark_premise(other),
                Reason::Clause(clause) => self.mark_premises(clause),
                Reason::Theory => unreachable!("the theory was just asked"),
            }
        }
        self.analysis.clear_marks();
    }

    /// Marks a variable unless its value holds for good.
    pub(super) fn mark_premise(&mut self, lit: Lit) {
        if self.trail.level_of(lit.var()) > 0 {
            self.analysis.mark(lit.var(), Mark::Seen);
        }
    }

    /// Marks all variables of a clause, including the one it implies, which is marked already if it matters.
    pub(super) fn mark_premises(&mut self, clause: ClauseRef) {
        for index in 0..self.clauses.len(clause) {
            self.mark_premise(self.clauses.lits(clause)[index]);
        }
    }
}
