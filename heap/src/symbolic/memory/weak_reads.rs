//! Reads under the selected memory model.

use crate::analysis::MemoryModel;
use crate::symbolic::facts::logic::COUNT;
use crate::symbolic::memory::heap::Heap;
use crate::symbolic::memory::object;
use crate::symbolic::store::arrays::ArrayId;
use crate::symbolic::store::place::{Cell, Class, ObjectId, Place};
use crate::symbolic::store::state::State;
use cfp_solver::{Int, Op, Term};
use fxhash::FxHashMap;

impl Heap<'_> {
    /// The contents of a cell under the selected memory model.
    pub(crate) fn read_cell(
        &mut self,
        state: &State,
        (object, class): (ObjectId, Class),
        array: ArrayId,
        at: &Place,
    ) -> Cell {
        let size = self.logic.int(i64::from(class.size()));
        let whole = self.object_size(state, object);
        let is_single = whole == size && !self.object(object).is_family;
        let is_single = is_single || (self.model == MemoryModel::Sets && !self.is_endless(whole));
        let mut cell = self.arrays.read(&mut self.prover.logic, array, at, is_single);
        if !self.model.has_invariants() {
            let last = cell.len() - 1;
            self.renew(&mut cell[..last]);
        }
        cell
    }

    /// Whether a block of this size has the elements of a container.
    pub(crate) fn is_endless(&mut self, size: Term) -> bool {
        size == self.logic.int(Int::from(object::ENDLESS))
    }

    /// Replaces unknown contents by fresh unknowns: applications to anything but the current iterations.
    fn renew(&mut self, parts: &mut [Term]) {
        let mut values = FxHashMap::default();
        for term in self.logic.brackets.terms().reachable(parts) {
            let terms = self.logic.brackets.terms();
            let Op::Apply(function) = terms.op(term) else { continue };
            let is_operation = function == self.logic.product
                || self.opaque_functions.values().any(|operation| *operation == function);
            // Trip counts are not memory contents.
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
