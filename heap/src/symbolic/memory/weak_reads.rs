//! Reads under the selected memory model.

use crate::symbolic::facts::logic::COUNT;
use crate::symbolic::memory::heap::Heap;
use crate::symbolic::store::arrays::ArrayId;
use crate::symbolic::store::place::{Cell, Class, ObjectId, Place};
use crate::symbolic::store::state::State;
use cfp_solver::{Op, Term};
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
        let is_single = self.object_size(state, object) == size && !self.object(object).is_family;
        let mut cell = self.arrays.read(&mut self.prover.logic, array, at, is_single);
        if !self.model.has_invariants() {
            let last = cell.len() - 1;
            self.renew(&mut cell[..last]);
        }
        cell
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
