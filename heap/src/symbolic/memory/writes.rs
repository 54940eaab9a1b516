//! The writes between two states of memory: from arrays back to a list of cells.

use crate::symbolic::memory::heap::Heap;
use crate::symbolic::store::arrays::{Array, ArrayId};
use crate::symbolic::store::effects::Write;
use crate::symbolic::store::place::{Class, ObjectId};
use crate::symbolic::store::state::State;
use cfp_solver::Term;
use std::collections::BTreeSet;

impl Heap<'_> {
    /// Classes of objects whose contents differ: of objects that existed before, and of families.
    pub(crate) fn changed_cells(&self, before: &State, after: &State) -> Vec<(ObjectId, Class)> {
        let is_lasting =
            |object: &ObjectId| before.alive.contains_key(object) || after.families.contains(object);
        let mut keys: BTreeSet<(ObjectId, Class)> = before.memory.keys().copied().collect();
        keys.extend(after.memory.keys());
        let is_changed = |key: &(ObjectId, Class)| before.memory.get(key) != after.memory.get(key);
        keys.into_iter().filter(|key| is_lasting(&key.0) && is_changed(key)).collect()
    }

    /// The writes that lead from one array to another, oldest first; nothing if not all are known.
    pub(crate) fn writes(&mut self, array: ArrayId, until: Option<ArrayId>) -> Option<Vec<Write>> {
        let truth = self.logic.terms().bool(true);
        let mut found = Vec::new();
        self.collect_writes(array, until, truth, &mut found)?;
        Some(found)
    }

    fn collect_writes(
        &mut self,
        array: ArrayId,
        until: Option<ArrayId>,
        guard: Term,
        found: &mut Vec<Write>,
    ) -> Option<()> {
        // Collect from newest to oldest, then process in program order.
        let mut chain = Vec::new();
        let mut next = array;
        while Some(next) != until {
            match self.arrays.get(next) {
                Array::Unwritten(_) if until.is_none() => break,
                Array::Block { before, block } if until.is_none() && block.is_padding() => next = *before,
                Array::Store { before, .. } | Array::Loop { before, .. } => {
                    chain.push(next);
                    next = *before;
                }
                Array::Merge { then, otherwise, .. } => {
                    chain.push(next);
                    next = self.arrays.common(*then, *otherwise)?;
                }
                Array::Unwritten(_)
                | Array::Overwritten { .. }
                | Array::Havoc { .. }
                | Array::Block { .. } => {
                    return None;
                }
            }
        }
        for array in chain.into_iter().rev() {
            match self.arrays.get(array) {
                Array::Store { at, value, .. } => {
                    found.push(Write { bounds: Vec::new(), place: at.clone(), guard, value: value.clone() });
                }
                Array::Loop { effects, count, .. } => {
                    let (effects, count) = (std::sync::Arc::clone(effects), *count);
                    for effect in &effects.list {
                        found.push(effect.as_write(&mut self.logic, count, guard));
                    }
                }
                Array::Merge { condition, then, otherwise } => {
                    // The recursion is at most as deep as branches of the loop body are nested.
                    let (condition, then, otherwise) = (*condition, *then, *otherwise);
                    let common = self.arrays.common(then, otherwise)?;
                    let negated = self.logic.negated(condition);
                    for (condition, side) in [(condition, then), (negated, otherwise)] {
                        let both = self.logic.all(&[guard, condition]);
                        self.collect_writes(side, Some(common), both, found)?;
                    }
                }
                _ => return None,
            }
        }
        Some(())
    }
}
