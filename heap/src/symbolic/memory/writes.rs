//! The writes between two states of memory: from arrays back to a list of cells.

use crate::symbolic::facts::linear::linear;
use crate::symbolic::facts::logic::Logic;
use crate::symbolic::memory::heap::Heap;
use crate::symbolic::store::arrays::{Array, ArrayId, unwritten_cell};
use crate::symbolic::store::effects::Write;
use crate::symbolic::store::place::{Class, ObjectId, Place, offset_in_row};
use crate::symbolic::store::region::Region;
use crate::symbolic::store::state::State;
use cfp_solver::{Int, Op, Term};
use std::collections::BTreeSet;

/// Updates of a class of an object.
#[derive(Default)]
pub(crate) struct Written {
    /// Writes of single cells, oldest first.
    pub(crate) writes: Vec<Write>,
    /// Cells that may or must be written with unknown values, at any time between these writes.
    pub(crate) regions: Vec<Region>,
}

/// What becomes of updates that are only approximated.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Havocs {
    Refused,
    AsRegions,
}

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

    /// The writes that lead from one array to another, oldest first; nothing if not all are known exactly.
    pub(crate) fn writes(&mut self, array: ArrayId, until: Option<ArrayId>) -> Option<Vec<Write>> {
        let written = self.collect(array, until, Havocs::Refused)?;
        Some(written.writes)
    }

    /// The same with regions of which not more is known than that their cells may be written. Nothing if all
    /// cells may be.
    pub(crate) fn written(&mut self, array: ArrayId, until: Option<ArrayId>) -> Option<Written> {
        self.collect(array, until, Havocs::AsRegions)
    }

    fn collect(&mut self, array: ArrayId, until: Option<ArrayId>, havocs: Havocs) -> Option<Written> {
        let truth = self.logic.terms().bool(true);
        let mut found = Written::default();
        self.collect_writes((array, until), truth, havocs, &mut found)?;
        Some(found)
    }

    fn collect_writes(
        &mut self,
        (array, until): (ArrayId, Option<ArrayId>),
        guard: Term,
        havocs: Havocs,
        found: &mut Written,
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
                Array::Overwritten { before, .. }
                | Array::Havoc { before, .. }
                | Array::Block { before, .. }
                    if havocs == Havocs::AsRegions =>
                {
                    chain.push(next);
                    next = *before;
                }
                Array::Overwritten { before, class, from, count, .. } => {
                    overlapped(&mut self.prover.logic, *class, from, *count)?;
                    chain.push(next);
                    next = *before;
                }
                _ => return None,
            }
        }
        for array in chain.into_iter().rev() {
            match self.arrays.get(array) {
                Array::Store { at, value, .. } => {
                    let (place, value) = (at.clone(), value.clone());
                    found.writes.push(Write { bounds: Vec::new(), place, guard, value, is_forgotten: false });
                }
                Array::Overwritten { class, from, count, now, .. } if havocs == Havocs::Refused => {
                    let (class, from, count, now) = (*class, from.clone(), *count, now.clone());
                    for (place, is_covered) in overlapped(&mut self.prover.logic, class, &from, count)? {
                        let mut value = unwritten_cell(&mut self.prover.logic, &now, &place);
                        let is_certain = is_covered && self.logic.terms().op(guard) == Op::True;
                        if let Some(is_set) = value.last_mut().filter(|_| is_certain) {
                            *is_set = self.logic.int(1);
                        }
                        found.writes.push(Write {
                            bounds: Vec::new(),
                            place,
                            guard,
                            value,
                            is_forgotten: true,
                        });
                    }
                }
                Array::Loop { effects, count, .. } => {
                    let (effects, count) = (std::sync::Arc::clone(effects), *count);
                    for effect in &effects.list {
                        found.writes.push(effect.as_write(&mut self.logic, count, guard));
                    }
                }
                Array::Merge { condition, then, otherwise } => {
                    // The recursion is at most as deep as branches of the loop body are nested.
                    let (condition, then, otherwise) = (*condition, *then, *otherwise);
                    let common = self.arrays.common(then, otherwise)?;
                    let negated = self.logic.negated(condition);
                    for (condition, side) in [(condition, then), (negated, otherwise)] {
                        let both = self.logic.all(&[guard, condition]);
                        self.collect_writes((side, Some(common)), both, havocs, found)?;
                    }
                }
                _ => {
                    let region = self.arrays.havocked(&mut self.prover.logic, array)?;
                    found.regions.push(region.under(&mut self.logic, guard));
                }
            }
        }
        Some(())
    }
}

/// Limit on the cells that one write of another class overlaps.
const MAX_OVERLAPPED: usize = 2;

/// The cells of a class that overlap bytes written as another class, and whether they lie entirely in them,
/// if they are few and known. Cells of a class begin at multiples of their size.
fn overlapped(logic: &mut Logic, class: Class, from: &Place, count: u8) -> Option<Vec<(Place, bool)>> {
    let first = offset_in_row(from);
    let (products, constant) = linear(logic.terms(), first);
    let size = Int::from(i64::from(class.size()));
    if class.size() == 0 || !products.values().all(|factor| size.divides(factor)) {
        return None;
    }
    let distance = constant.div_rem_floor(&size).1.to_i64()?;
    let mut cells = Vec::new();
    for by in (-distance..i64::from(count)).step_by(usize::from(class.size())) {
        let mut place = from.clone();
        *place.last_mut()? = logic.plus_constant(first, by);
        cells.push((place, by >= 0 && by + i64::from(class.size()) <= i64::from(count)));
    }
    (cells.len() <= MAX_OVERLAPPED).then_some(cells)
}
