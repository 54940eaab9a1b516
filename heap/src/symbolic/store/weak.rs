//! Weaker memory models ([`MemoryModel`](crate::analysis::MemoryModel); thesis, section 5.4).
//!
//! If contents are not distinguished by index, then index comparisons in reads are replaced by uninterpreted
//! functions: "this is the written cell" becomes `same(at, place)`, and the iteration that wrote a cell
//! becomes `iteration(distance, step)`. This over-approximates, because the real tests are instances of these
//! functions; and because they are functions, repeated reads of a cell agree.
//!
//! Without memory invariants, each read of unknown contents yields a fresh unknown.

use crate::ir::IntType;
use crate::symbolic::facts::logic::Logic;
use crate::symbolic::facts::range::Range;
use crate::symbolic::store::place::Place;
use cfp_solver::{Int, Symbol, Term};

/// Uninterpreted functions that replace index comparisons.
#[derive(Clone, Copy)]
pub(crate) struct WeakModel {
    same: Symbol,
    overlap: Symbol,
    reached: Symbol,
    iteration: Symbol,
}

impl WeakModel {
    pub(crate) fn new(logic: &mut Logic) -> WeakModel {
        let truth = || Range::of(IntType::BOOL);
        WeakModel {
            same: logic.plain_function("same", 2, truth()),
            overlap: logic.plain_function("overlap", 3, truth()),
            reached: logic.plain_function("reached", 1, truth()),
            iteration: logic.plain_function("iteration of", 2, Range::default()),
        }
    }

    /// Replaces `at = place`, for each part.
    pub(crate) fn same_place(self, logic: &mut Logic, at: &Place, place: &Place) -> Term {
        let parts: Vec<Term> =
            at.iter().zip(place).map(|(&one, &other)| truth(logic, self.same, &[one, other])).collect();
        logic.all(&parts)
    }

    /// Replaces the test whether a cell overlaps a range of bytes; compared cells have the same class.
    pub(crate) fn overlap(self, logic: &mut Logic, at: Term, from: Term, to: Term) -> Term {
        truth(logic, self.overlap, &[at, from, to])
    }

    /// Replaces `distance / step`, rounded down.
    pub(crate) fn iteration(self, logic: &mut Logic, distance: Term, step: &Int) -> Term {
        let step = logic.int(step.clone());
        logic.terms().apply(self.iteration, &[distance, step])
    }

    /// Replaces `rest = 0`: whether the recovered iterations lead to the place.
    pub(crate) fn reached(self, logic: &mut Logic, rest: Term) -> Term {
        truth(logic, self.reached, &[rest])
    }
}

fn truth(logic: &mut Logic, function: Symbol, args: &[Term]) -> Term {
    let value = logic.terms().apply(function, args);
    let one = logic.int(1);
    logic.terms().eq(value, one)
}
