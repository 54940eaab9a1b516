//! What is left of memory in the weaker configurations ([`MemoryModel`](super::MemoryModel); thesis, section
//! 5.4).
//!
//! Where contents are not told apart by their index, the tests of a read that compare indices are replaced by
//! functions that nothing is known of: "this is the cell that was written" becomes `same(at, place)`, the
//! iteration that wrote a cell `iteration(distance, step)`. The true tests are such functions, so whatever
//! holds for all of them holds for the program; and since they are functions, a cell has one value at all
//! reads.
//!
//! Where there are no memory invariants, each read gives something new in the place of contents that are not
//! known.

use crate::ir::IntType;
use crate::symbolic::facts::logic::Logic;
use crate::symbolic::facts::range::Range;
use crate::symbolic::store::place::Place;
use cfp_solver::{Int, Symbol, Term};

/// Functions in the place of tests on indices.
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

    /// In the place of `at = place`, for each part of them.
    pub(crate) fn same_place(self, logic: &mut Logic, at: &Place, place: &Place) -> Term {
        let parts: Vec<Term> =
            at.iter().zip(place).map(|(&one, &other)| truth(logic, self.same, &[one, other])).collect();
        logic.all(&parts)
    }

    /// Whether a cell overlaps the bytes from one offset to another; cells that are compared are of the same
    /// class.
    pub(crate) fn overlap(self, logic: &mut Logic, at: Term, from: Term, to: Term) -> Term {
        truth(logic, self.overlap, &[at, from, to])
    }

    /// In the place of `distance / step`, rounded down.
    pub(crate) fn iteration(self, logic: &mut Logic, distance: Term, step: &Int) -> Term {
        let step = logic.int(step.clone());
        logic.terms().apply(self.iteration, &[distance, step])
    }

    /// In the place of `rest = 0`: whether the iterations found lead to the place.
    pub(crate) fn reached(self, logic: &mut Logic, rest: Term) -> Term {
        truth(logic, self.reached, &[rest])
    }
}

fn truth(logic: &mut Logic, function: Symbol, args: &[Term]) -> Term {
    let value = logic.terms().apply(function, args);
    let one = logic.int(1);
    logic.terms().eq(value, one)
}
