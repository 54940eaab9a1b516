//! Arrays: symbolic contents of the cells of an object.
//!
//! An *object* is a block of memory: a local, a global, or a heap allocation. Its cells are indexed by byte
//! offset and kept apart by *class*, that is, by how they are accessed. A write to one class havocs
//! overlapping cells of the others. The contents of a class are an *array*: a chain of updates, newest first.
//! Unknown contents are an uninterpreted function of the offset, so repeated reads of a cell agree (thesis,
//! chapter 5). A loop updates a whole set of cells at once: a fluid update (section 4.4).

use crate::ir::IntType;
use crate::symbolic::facts::choice::{choose, equal, ite, replace_all, same_place};
use crate::symbolic::facts::logic::Logic;
use crate::symbolic::facts::range::Range;
use crate::symbolic::store::block::Block;
use crate::symbolic::store::bytes::Piece;
use crate::symbolic::store::effects::Effects;
use crate::symbolic::store::place::{Base, Cell, Class, Place, offset_in_row};
use crate::symbolic::store::region::Region;
use crate::symbolic::store::weak::WeakModel;
use cfp_solver::{Op, Symbol, Term};
use fxhash::FxHashMap;
use std::sync::Arc;

/// The index of an array in [`Arrays`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct ArrayId(u32);

/// One component of cells that have never been written.
#[derive(Clone)]
pub(crate) enum Unwritten {
    /// The same constant everywhere.
    Constant(Term),
    /// A function of the iterations in which it was created, and of the place.
    Function(Symbol, Vec<Term>),
}

impl Unwritten {
    /// The function, if it is not a constant.
    pub(crate) fn symbol(&self) -> Option<Symbol> {
        match self {
            Unwritten::Constant(_) => None,
            Unwritten::Function(symbol, _) => Some(*symbol),
        }
    }
}

pub(crate) enum Array {
    Unwritten(Vec<Unwritten>),
    Store {
        before: ArrayId,
        at: Place,
        value: Cell,
    },
    /// Cells that overlap this many bytes from a place on are havocked. They are initialized if they lie
    /// entirely in the range or were initialized before.
    Overwritten {
        before: ArrayId,
        class: Class,
        from: Place,
        count: u8,
        now: Vec<Unwritten>,
        /// The written value and its class, if known.
        written: Option<(Class, Cell)>,
    },
    /// Cells of a region are havocked, or all cells if there is no region. They are initialized if they were
    /// before or must have been written; otherwise that is unknown, too.
    Havoc {
        before: ArrayId,
        now: Vec<Unwritten>,
        region: Option<Arc<Region>>,
    },
    /// The writes of iterations `0` to `count - 1` of a loop.
    Loop {
        before: ArrayId,
        effects: Arc<Effects>,
        count: Term,
    },
    /// A range of bytes written at once.
    Block {
        before: ArrayId,
        block: Arc<Block>,
    },
    Merge {
        condition: Term,
        then: ArrayId,
        otherwise: ArrayId,
    },
}

/// Limit on writes that are replayed for a class that is accessed for the first time.
const MAX_SINGLE_WRITES: usize = 64;

/// A write recorded in an array, either of its own class or of overlapping bytes of another one.
pub(crate) struct SingleWrite {
    pub(crate) at: Place,
    /// The number of bytes.
    pub(crate) count: u8,
    pub(crate) written: Option<(Class, Cell)>,
}

/// All arrays of an analysis.
#[derive(Default)]
pub(crate) struct Arrays {
    arrays: Vec<Array>,
    /// For each array, its newest ancestor on both sides of every branch.
    origins: Vec<Option<ArrayId>>,
    reads: FxHashMap<(ArrayId, Place), Cell>,
    /// The pieces that cells of a size were composed from.
    pub(crate) composed: FxHashMap<(Cell, u8), Vec<Piece>>,
    /// The weak memory model, if array contents are not distinguished by index.
    weak: Option<WeakModel>,
}

impl Arrays {
    /// From now on, reads of objects with several cells do not compare indices.
    pub(crate) fn set_weak_model(&mut self, weak: WeakModel) {
        self.weak = Some(weak);
    }

    /// Whether reads do not compare indices.
    pub(crate) fn is_weak(&self) -> bool {
        self.weak.is_some()
    }

    pub(crate) fn add(&mut self, array: Array) -> ArrayId {
        debug_assert_eq!(self.check_new(&array), Ok(()));
        self.origins.push(match &array {
            Array::Unwritten(_) => None,
            Array::Merge { then, otherwise, .. } => self.common(*then, *otherwise),
            Array::Store { before, .. }
            | Array::Overwritten { before, .. }
            | Array::Havoc { before, .. }
            | Array::Block { before, .. }
            | Array::Loop { before, .. } => Some(*before),
        });
        self.arrays.push(array);
        ArrayId(self.arrays.len() as u32 - 1)
    }

    /// `if condition then … else …` for arrays.
    pub(crate) fn choose(
        &mut self,
        logic: &mut Logic,
        condition: Term,
        then: ArrayId,
        otherwise: ArrayId,
    ) -> ArrayId {
        match logic.terms().op(condition) {
            _ if then == otherwise => then,
            Op::True => then,
            Op::False => otherwise,
            _ => self.add(Array::Merge { condition, then, otherwise }),
        }
    }

    /// The newest common ancestor of two arrays on both sides of every branch. An array is newer than its
    /// ancestors, so the newer of two different arrays is not the answer and is replaced by its origin.
    pub(crate) fn common(&self, mut one: ArrayId, mut other: ArrayId) -> Option<ArrayId> {
        while one != other {
            let newer = if one.0 > other.0 { &mut one } else { &mut other };
            *newer = self.origins[newer.0 as usize]?;
        }
        Some(one)
    }

    /// Whether an array has been added.
    pub(crate) fn contains(&self, array: ArrayId) -> bool {
        (array.0 as usize) < self.arrays.len()
    }

    pub(crate) fn get(&self, array: ArrayId) -> &Array {
        &self.arrays[array.0 as usize]
    }

    /// Initial contents of an object whose places have this many parts. Unknown contents are a function of
    /// the iterations in which the object was created, hence independent of when they are first read. Members
    /// of families are initially not alive.
    pub(crate) fn unwritten(
        &mut self,
        logic: &mut Logic,
        class: Class,
        base: Base,
        iterations: &[Term],
        parts_of_place: usize,
    ) -> ArrayId {
        let mut parts = Vec::with_capacity(class.width());
        // Mathematical integers written earlier may be outside of the range of the type.
        let is_bounded = base != Base::Input || !logic.is_math;
        let range = if is_bounded { class.range(logic) } else { Range::default() };
        for _ in 1..class.width() {
            parts.push(match base {
                _ if class == Class::Alive => Unwritten::Constant(logic.int(0)),
                Base::Zero | Base::Members => Unwritten::Constant(logic.int(0)),
                _ => {
                    let arity = iterations.len() + parts_of_place;
                    let symbol = logic.plain_function("memory", arity, range.clone());
                    Unwritten::Function(symbol, iterations.to_vec())
                }
            });
        }
        parts.push(match base {
            Base::Input if class != Class::Alive => {
                let flag = Range::of(IntType { bits: 1, signed: false });
                let symbol = logic.plain_function("is set", iterations.len() + parts_of_place, flag);
                Unwritten::Function(symbol, iterations.to_vec())
            }
            _ => Unwritten::Constant(logic.int(i64::from(base != Base::Unset))),
        });
        self.add(Array::Unwritten(parts))
    }

    /// Fresh unknown contents, created at the current program point.
    pub(crate) fn fresh(&mut self, logic: &mut Logic, class: Class, parts_of_place: usize) -> Vec<Unwritten> {
        let mut parts = Vec::with_capacity(class.width());
        for part in 1..=class.width() {
            // Written mathematical integers may be outside of the range of the type.
            let is_bounded = part < class.width() && !logic.is_math;
            let range = if is_bounded { class.range(logic) } else { Range::default() };
            let function = logic.function("memory", parts_of_place, range);
            parts.push(Unwritten::Function(function, logic.iterations.clone()));
        }
        parts
    }

    /// An array of fresh unknown contents, created at the current program point.
    pub(crate) fn unknown(&mut self, logic: &mut Logic, class: Class, parts_of_place: usize) -> ArrayId {
        let parts = self.fresh(logic, class, parts_of_place);
        self.add(Array::Unwritten(parts))
    }

    /// Havocs cells that overlap bytes written as another class; the written value may be known.
    pub(crate) fn overwrite(
        &mut self,
        logic: &mut Logic,
        before: ArrayId,
        class: Class,
        from: &Place,
        (count, written): (u8, Option<(Class, Cell)>),
    ) -> ArrayId {
        let now = self.fresh(logic, class, from.len());
        self.add(Array::Overwritten { before, class, from: from.clone(), count, now, written })
    }

    /// Havocs the cells of a region, or all cells.
    pub(crate) fn havoc(
        &mut self,
        logic: &mut Logic,
        before: ArrayId,
        class: Class,
        parts_of_place: usize,
        region: Option<Arc<Region>>,
    ) -> ArrayId {
        let now = self.fresh(logic, class, parts_of_place);
        self.add(Array::Havoc { before, now, region })
    }

    /// The cells that one update havocs; nothing if it writes known cells, or all of them.
    pub(crate) fn havocked(&self, logic: &mut Logic, array: ArrayId) -> Option<Region> {
        match self.get(array) {
            Array::Havoc { region, .. } => region.as_deref().cloned(),
            Array::Overwritten { class, from, count, .. } => {
                let may = |logic: &mut Logic, at: &Place| overlap(logic, (at, class.size()), (from, *count));
                Some(Region::where_may(logic, from.len(), may))
            }
            Array::Block { block, .. } => {
                let parts = block.shape.parts_of_place();
                Some(Region::where_may(logic, parts, |logic, at| block.overlaps(logic, at)))
            }
            Array::Unwritten(_) | Array::Store { .. } | Array::Loop { .. } | Array::Merge { .. } => None,
        }
    }

    /// The writes since the initial contents, oldest first, if they are few and known. `set` is the
    /// initialization flag of written cells. Writes of other classes are included, because they are recorded
    /// here as well.
    pub(crate) fn single_writes(&self, array: ArrayId, class: Class, set: Term) -> Option<Vec<SingleWrite>> {
        let mut writes = Vec::new();
        let mut next = array;
        loop {
            if writes.len() > MAX_SINGLE_WRITES {
                return None;
            }
            next = match self.get(next) {
                Array::Unwritten(_) => {
                    writes.reverse();
                    return Some(writes);
                }
                // A copied cell may be uninitialized.
                Array::Store { at, value, before } if value.last() == Some(&set) => {
                    let written = Some((class, value.clone()));
                    writes.push(SingleWrite { at: at.clone(), count: class.size(), written });
                    *before
                }
                Array::Overwritten { before, from, count, written, .. } => {
                    writes.push(SingleWrite { at: from.clone(), count: *count, written: written.clone() });
                    *before
                }
                Array::Block { before, block } if block.is_padding() => *before,
                Array::Store { .. }
                | Array::Havoc { .. }
                | Array::Loop { .. }
                | Array::Block { .. }
                | Array::Merge { .. } => return None,
            };
        }
    }

    /// The contents of the cell at a place. `is_single`: the object has no other cell.
    pub(crate) fn read(&mut self, logic: &mut Logic, array: ArrayId, at: &Place, is_single: bool) -> Cell {
        let weak = self.weak.filter(|_| !is_single);
        // Walk from the newest update to the oldest, then build conditions and values on the way back.
        let mut chain = Vec::new();
        let mut next = array;
        let oldest = loop {
            if let Some(known) = self.reads.get(&(next, at.clone())) {
                break known.clone();
            }
            match self.get(next) {
                Array::Unwritten(parts) => {
                    let parts = parts.clone();
                    break unwritten_cell(logic, &parts, at);
                }
                Array::Merge { condition, then, otherwise } => {
                    let (condition, then, otherwise) = (*condition, *then, *otherwise);
                    // The recursion is at most as deep as joins of branches are nested.
                    let (then, otherwise) =
                        (self.read(logic, then, at, is_single), self.read(logic, otherwise, at, is_single));
                    break choose(logic, condition, &then, &otherwise);
                }
                Array::Store { before, .. }
                | Array::Overwritten { before, .. }
                | Array::Havoc { before, .. }
                | Array::Block { before, .. }
                | Array::Loop { before, .. } => {
                    chain.push(next);
                    next = *before;
                }
            }
        };
        let mut cell = oldest;
        self.reads.insert((next, at.clone()), cell.clone());
        for array in chain.into_iter().rev() {
            cell = self.read_through(logic, array, at, cell, weak);
            self.reads.insert((array, at.clone()), cell.clone());
        }
        cell
    }

    /// A read through one update, given the cell before it.
    fn read_through(
        &mut self,
        logic: &mut Logic,
        array: ArrayId,
        at: &Place,
        before: Cell,
        weak: Option<WeakModel>,
    ) -> Cell {
        match self.get(array) {
            Array::Store { at: place, value, .. } => {
                let (place, value) = (place.clone(), value.clone());
                let same = match weak {
                    Some(weak) => weak.same_place(logic, at, &place),
                    None => same_place(logic, at, &place),
                };
                choose(logic, same, &value, &before)
            }
            Array::Overwritten { class, from, count, now, written, .. } => {
                let (class, from, count, now) = (*class, from.clone(), *count, now.clone());
                if let (None, Some((other, value))) = (weak, written.clone())
                    && let Some(known) = self.overwritten(logic, (class, at, &before), (other, &from, &value))
                {
                    return known;
                }
                let (start, first) = (offset_in_row(at), offset_in_row(&from));
                let to = logic.plus_constant(first, i64::from(count));
                let end = logic.plus_constant(start, i64::from(class.size()));
                let overlap = match weak {
                    Some(weak) => weak.overlap(logic, start, first, to),
                    None => overlap(logic, (at, class.size()), (&from, count)),
                };
                let covered = [logic.at_most(first, start), logic.at_most(end, to)];
                let covered = logic.all(&covered);
                let mut unknown = unwritten_cell(logic, &now, at);
                let (is_set, one) = (before.last().copied(), logic.int(1));
                if let (Some(now), Some(is_set)) = (unknown.last_mut(), is_set) {
                    *now = ite(logic, covered, one, is_set);
                }
                choose(logic, overlap, &unknown, &before)
            }
            Array::Havoc { now, region, .. } => {
                let (now, region) = (now.clone(), region.clone());
                read_havoc(logic, &now, region.filter(|_| weak.is_none()).as_deref(), at, before)
            }
            Array::Loop { effects, count, .. } => {
                let (effects, count) = (Arc::clone(effects), *count);
                effects.read(logic, at, count, before, weak)
            }
            Array::Block { .. } => self.read_block(logic, array, at, before, weak.is_some()),
            Array::Unwritten(_) | Array::Merge { .. } => before,
        }
    }

    /// Substitutes terms in all updates of an array down to another array.
    pub(crate) fn substitute(
        &mut self,
        logic: &mut Logic,
        array: ArrayId,
        values: &FxHashMap<Term, Term>,
        done: &mut FxHashMap<ArrayId, ArrayId>,
    ) -> ArrayId {
        if let Some(&known) = done.get(&array) {
            return known;
        }
        let replaced = match self.get(array) {
            Array::Unwritten(parts) => {
                let parts = parts.clone();
                replace_parts(logic, &parts, values).map(Array::Unwritten)
            }
            Array::Store { before, at, value } => {
                let (old, at, value) = (*before, at.clone(), value.clone());
                let before = self.substitute(logic, old, values, done);
                let new_value = replace_all(logic, &value, values);
                let new_at = replace_all(logic, &at, values);
                let is_same = before == old && new_value == value && new_at == at;
                (!is_same).then_some(Array::Store { before, at: new_at, value: new_value })
            }
            Array::Overwritten { before, class, from, count, now, written } => {
                let (old, class, from, count, now) = (*before, *class, from.clone(), *count, now.clone());
                let written = written.clone();
                let before = self.substitute(logic, old, values, done);
                let new_now = replace_parts(logic, &now, values);
                let new_from = replace_all(logic, &from, values);
                let new_written =
                    written.as_ref().map(|(other, value)| (*other, replace_all(logic, value, values)));
                let is_same =
                    before == old && new_now.is_none() && new_from == from && new_written == written;
                let (from, now, written) = (new_from, new_now.unwrap_or(now), new_written);
                (!is_same).then_some(Array::Overwritten { before, class, from, count, now, written })
            }
            Array::Havoc { before, now, region } => {
                let (old, now, region) = (*before, now.clone(), region.clone());
                let before = self.substitute(logic, old, values, done);
                let new_now = replace_parts(logic, &now, values);
                let new_region = region.as_ref().map(|region| region.substitute(logic, values));
                let is_same_region = match (&region, &new_region) {
                    (Some(old), Some(new)) => old.written == new.written,
                    _ => true,
                };
                let is_same = before == old && new_now.is_none() && is_same_region;
                let (now, region) = (new_now.unwrap_or(now), new_region.map(Arc::new));
                (!is_same).then_some(Array::Havoc { before, now, region })
            }
            Array::Loop { before, effects, count } => {
                let (old, effects, count) = (*before, Arc::clone(effects), *count);
                let before = self.substitute(logic, old, values, done);
                let new_count = logic.substitute(count, values);
                let is_same = before == old && new_count == count && !effects.mentions(logic, values);
                (!is_same).then(|| {
                    let effects = Arc::new(effects.substitute(logic, values));
                    Array::Loop { before, effects, count: new_count }
                })
            }
            Array::Block { before, block } => {
                let (old, block) = (*before, Arc::clone(block));
                let before = self.substitute(logic, old, values, done);
                let new = self.substitute_block(logic, &block, values, done);
                (before != old || new.is_some())
                    .then(|| Array::Block { before, block: new.map_or(block, Arc::new) })
            }
            Array::Merge { condition, then, otherwise } => {
                let (condition, old_then, old_otherwise) = (*condition, *then, *otherwise);
                let then = self.substitute(logic, old_then, values, done);
                let otherwise = self.substitute(logic, old_otherwise, values, done);
                let new = logic.substitute(condition, values);
                let is_same = new == condition && then == old_then && otherwise == old_otherwise;
                (!is_same).then_some(Array::Merge { condition: new, then, otherwise })
            }
        };
        // Keep the identity of unchanged arrays, so that they compare equal.
        let result = match replaced {
            Some(replaced) => self.add(replaced),
            None => array,
        };
        done.insert(array, result);
        result
    }
}

/// Whether two ranges of bytes, each given by its first place and a number of bytes, have a common byte.
/// Bytes of different members or rows do not overlap.
fn overlap(logic: &mut Logic, (at, size): (&Place, u8), (from, count): (&Place, u8)) -> Term {
    let (start, first) = (offset_in_row(at), offset_in_row(from));
    let end = logic.plus_constant(start, i64::from(size));
    let to = logic.plus_constant(first, i64::from(count));
    let rows = at.len() - 1;
    let mut parts: Vec<Term> =
        at[..rows].iter().zip(&from[..rows]).map(|(&one, &other)| equal(logic, one, other)).collect();
    parts.extend([logic.below(first, end), logic.below(start, to)]);
    logic.all(&parts)
}

/// A cell after a havoc, given its contents before.
fn read_havoc(
    logic: &mut Logic,
    now: &[Unwritten],
    region: Option<&Region>,
    at: &Place,
    before: Cell,
) -> Cell {
    let mut unknown = unwritten_cell(logic, now, at);
    let written = region.map(|region| region.at(logic, at));
    if let (Some(now), Some(&is_set)) = (unknown.last_mut(), before.last()) {
        let (zero, one) = (logic.int(0), logic.int(1));
        let was_unset = equal(logic, is_set, zero);
        *now = choose(logic, was_unset, &[*now], &[one])[0];
        if let Some(written) = written {
            *now = choose(logic, written.must, &[one], &[*now])[0];
        }
    }
    match written {
        Some(written) => choose(logic, written.may, &unknown, &before),
        None => unknown,
    }
}

/// Substitutes terms in cell components; nothing if this changes nothing.
pub(crate) fn replace_parts(
    logic: &mut Logic,
    parts: &[Unwritten],
    values: &FxHashMap<Term, Term>,
) -> Option<Vec<Unwritten>> {
    let mut is_same = true;
    let mut replaced = Vec::with_capacity(parts.len());
    for part in parts {
        replaced.push(match part {
            Unwritten::Constant(term) => Unwritten::Constant(*term),
            Unwritten::Function(function, args) => {
                let new = replace_all(logic, args, values);
                is_same &= new == *args;
                Unwritten::Function(*function, new)
            }
        });
    }
    (!is_same).then_some(replaced)
}

pub(crate) fn unwritten_cell(logic: &mut Logic, parts: &[Unwritten], at: &Place) -> Cell {
    let value = |part: &Unwritten| match part {
        Unwritten::Constant(term) => *term,
        Unwritten::Function(function, args) => {
            let all: Vec<Term> = args.iter().chain(at).copied().collect();
            logic.terms().apply(*function, &all)
        }
    };
    parts.iter().map(value).collect()
}
