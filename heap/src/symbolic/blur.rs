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

use super::exec::Executor;
use super::logic::{COUNT, Logic, Range};
use super::memory::{ArrayId, Cell, Class, ObjectId, Place};
use crate::ir::IntType;
use cfp_solver::{Int, Op, Symbol, Term};
use fxhash::FxHashMap;

/// Functions in the place of tests on indices.
#[derive(Clone, Copy)]
pub(super) struct Blur {
    same: Symbol,
    overlap: Symbol,
    reached: Symbol,
    iteration: Symbol,
}

impl Blur {
    pub(super) fn new(logic: &mut Logic) -> Blur {
        let truth = || Range::of(IntType::BOOL);
        Blur {
            same: logic.plain_function("same", 2, truth()),
            overlap: logic.plain_function("overlap", 3, truth()),
            reached: logic.plain_function("reached", 1, truth()),
            iteration: logic.plain_function("iteration of", 2, Range::default()),
        }
    }

    /// In the place of `at = place`, for each part of them.
    pub(super) fn same_place(self, logic: &mut Logic, at: &Place, place: &Place) -> Term {
        let parts: Vec<Term> =
            at.iter().zip(place).map(|(&one, &other)| truth(logic, self.same, &[one, other])).collect();
        logic.all(&parts)
    }

    /// Whether a cell overlaps the bytes from one offset to another; cells that are compared are of the same
    /// class.
    pub(super) fn overlap(self, logic: &mut Logic, at: Term, from: Term, to: Term) -> Term {
        truth(logic, self.overlap, &[at, from, to])
    }

    /// In the place of `distance / step`, rounded down.
    pub(super) fn iteration(self, logic: &mut Logic, distance: Term, step: &Int) -> Term {
        let step = logic.int(step.clone());
        logic.terms().apply(self.iteration, &[distance, step])
    }

    /// In the place of `rest = 0`: whether the iterations found lead to the place.
    pub(super) fn reached(self, logic: &mut Logic, rest: Term) -> Term {
        truth(logic, self.reached, &[rest])
    }
}

fn truth(logic: &mut Logic, function: Symbol, args: &[Term]) -> Term {
    let value = logic.terms().apply(function, args);
    let one = logic.int(1);
    logic.terms().eq(value, one)
}

impl Executor<'_> {
    /// What a cell holds, as far as the chosen model of memory knows it.
    pub(super) fn read_cell(&mut self, object: ObjectId, class: Class, array: ArrayId, at: &Place) -> Cell {
        let size = self.logic.int(i64::from(class.size()));
        let is_single = self.object(object).size == size && !self.object(object).is_family;
        let mut cell = self.arrays.read(&mut self.logic, array, at, is_single);
        if !self.memory.has_invariants() {
            let last = cell.len() - 1;
            self.renew(&mut cell[..last]);
        }
        cell
    }

    /// New unknowns in the place of unknown contents: of what is a function of anything but the iterations
    /// under way.
    fn renew(&mut self, parts: &mut [Term]) {
        let mut values = FxHashMap::default();
        for term in self.logic.brackets.terms().reachable(parts) {
            let terms = self.logic.brackets.terms();
            let Op::Apply(function) = terms.op(term) else { continue };
            let is_operation = function == self.product_function
                || self.opaque_functions.values().any(|operation| *operation == function);
            // How often a loop is repeated is not in memory.
            if is_operation
                || terms.name(function) == COUNT
                || self.logic.iterations.starts_with(terms.args(term))
            {
                continue;
            }
            let range = self.logic.range(function);
            let fresh = self.logic.unknown_in("read", range);
            values.insert(term, fresh);
        }
        for part in parts {
            *part = self.logic.substitute(*part, &values);
        }
    }
}
