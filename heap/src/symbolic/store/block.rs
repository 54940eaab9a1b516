//! A range of bytes written at once, as one class of cells sees it.

use crate::symbolic::facts::choice::{choose, equal, replace_all};
use crate::symbolic::facts::logic::Logic;
use crate::symbolic::store::arrays::{Array, ArrayId, Arrays, Unwritten, replace_parts, unwritten_cell};
use crate::symbolic::store::place::{Cell, Class, Place};
use cfp_solver::{Int, Op, Term};
use fxhash::FxHashMap;
use std::sync::Arc;

/// Translates terms, arrays and unknown contents of one analysis to another; nothing where that is
/// impossible.
pub(crate) trait Translation {
    fn term(&mut self, term: Term) -> Option<Term>;
    fn array(&mut self, array: ArrayId) -> Option<ArrayId>;
    fn parts(&mut self, parts: &[Unwritten]) -> Option<Vec<Unwritten>>;
}

/// A range of bytes written at once, as one class of cells sees it.
#[derive(Clone)]
pub(crate) struct Block {
    pub(crate) class: Class,
    /// The position in the object: the member of a family, and the first and the end offset.
    pub(crate) shape: Layout,
    pub(crate) from: Term,
    pub(crate) to: Term,
    pub(crate) content: Content,
    /// Fresh contents for cells whose value is not known.
    pub(crate) now: Vec<Unwritten>,
}

impl Block {
    /// Whether this is padding that exists since the creation of the object.
    pub(crate) fn is_padding(&self) -> bool {
        matches!(self.content, Content::Padding)
    }
}

/// How offsets translate to places in an object.
#[derive(Clone)]
pub(crate) struct Layout {
    /// The member, if the object is a family.
    pub(crate) member: Option<Term>,
    /// Bytes per row, for each dimension but the last.
    pub(crate) strides: Vec<Int>,
}

impl Layout {
    /// The offset of a place from the start of the object, in the same member.
    pub(crate) fn offset(&self, logic: &mut Logic, place: &Place) -> Term {
        let parts = &place[usize::from(self.member.is_some())..];
        let mut offset = parts[parts.len() - 1];
        for (&row, stride) in parts.iter().zip(&self.strides) {
            offset = logic.plus(offset, row, stride.clone());
        }
        offset
    }

    /// The place at an offset.
    fn place(&self, logic: &mut Logic, offset: Term) -> Place {
        let mut place: Place = self.member.into_iter().collect();
        let mut rest = offset;
        for stride in &self.strides {
            let row = logic.quotient(rest, stride);
            rest = logic.plus(rest, row, -stride.clone());
            place.push(row);
        }
        place.push(rest);
        place
    }

    fn substitute(&self, logic: &mut Logic, values: &FxHashMap<Term, Term>) -> Layout {
        let member = self.member.map(|member| logic.substitute(member, values));
        Layout { member, strides: self.strides.clone() }
    }
}

/// The contents of a block.
#[derive(Clone)]
pub(crate) enum Content {
    /// A copy of one of the sources, shifted by this many bytes.
    Copied { sources: Vec<Source>, shift: Term },
    /// The same value in each cell.
    Filled(Cell),
    /// Unknown, but initialized.
    Set,
    /// Padding between members since the creation of the object: unknown, but initialized.
    Padding,
    /// Unknown, and possibly uninitialized.
    Unknown,
}

/// A source of a copied block.
#[derive(Clone)]
pub(crate) struct Source {
    pub(crate) here: Term,
    pub(crate) array: ArrayId,
    pub(crate) shape: Layout,
}

impl Block {
    /// Whether the cell at a place has bytes in the block.
    pub(crate) fn overlaps(&self, logic: &mut Logic, at: &Place) -> Term {
        let start = self.shape.offset(logic, at);
        let end = logic.plus_constant(start, i64::from(self.class.size()));
        let mut overlap = vec![logic.below(self.from, end), logic.below(start, self.to)];
        if let Some(member) = self.shape.member {
            overlap.push(equal(logic, at[0], member));
        }
        logic.all(&overlap)
    }

    /// Translates the block to another analysis, if possible.
    pub(crate) fn translated(&self, to: &mut impl Translation) -> Option<Block> {
        // Members of families are numbered differently there.
        if self.shape.member.is_some() {
            return None;
        }
        let content = match &self.content {
            Content::Copied { sources, shift } => {
                let mut own = Vec::with_capacity(sources.len());
                for source in sources {
                    if source.shape.member.is_some() {
                        return None;
                    }
                    let (here, array) = (to.term(source.here)?, to.array(source.array)?);
                    own.push(Source { here, array, shape: source.shape.clone() });
                }
                Content::Copied { sources: own, shift: to.term(*shift)? }
            }
            Content::Filled(cell) => {
                Content::Filled(cell.iter().map(|&part| to.term(part)).collect::<Option<Cell>>()?)
            }
            Content::Set => Content::Set,
            Content::Padding => Content::Padding,
            Content::Unknown => Content::Unknown,
        };
        let (class, shape) = (self.class, self.shape.clone());
        let (from, end) = (to.term(self.from)?, to.term(self.to)?);
        let now = to.parts(&self.now)?;
        Some(Block { class, shape, from, to: end, content, now })
    }
}

impl Arrays {
    /// A cell after a block was written, given its contents before.
    pub(crate) fn read_block(
        &mut self,
        logic: &mut Logic,
        array: ArrayId,
        at: &Place,
        before: Cell,
        is_weak: bool,
    ) -> Cell {
        let Array::Block { block, .. } = self.get(array) else { return before };
        let block = Arc::clone(block);
        let unknown = unwritten_cell(logic, &block.now, at);
        if is_weak {
            return unknown;
        }
        let overlap = block.overlaps(logic, at);
        let start = block.shape.offset(logic, at);
        let end = logic.plus_constant(start, i64::from(block.class.size()));
        let covered = [logic.at_most(block.from, start), logic.at_most(end, block.to)];
        let covered = logic.all(&covered);
        if logic.terms().op(overlap) == Op::False {
            return before;
        }
        // A cell that is only partly in the block is initialized if it was before and the new part is.
        let mut cut = unknown.clone();
        if let (Some(now), Some(&was_set)) = (cut.last_mut(), before.last())
            && matches!(block.content, Content::Filled(_) | Content::Set | Content::Padding)
        {
            *now = was_set;
        }
        let inside = match &block.content {
            Content::Filled(cell) => cell.clone(),
            Content::Copied { sources, shift } => {
                let offset = logic.plus(start, *shift, 1);
                let mut found = unknown;
                for (index, source) in sources.iter().enumerate() {
                    let place = source.shape.place(logic, offset);
                    let cell = self.read(logic, source.array, &place, false);
                    found = if index == 0 { cell } else { choose(logic, source.here, &cell, &found) };
                }
                found
            }
            Content::Set | Content::Padding => {
                let mut cell = unknown;
                if let Some(is_set) = cell.last_mut() {
                    *is_set = logic.int(1);
                }
                cell
            }
            Content::Unknown => unknown,
        };
        let written = choose(logic, covered, &inside, &cut);
        choose(logic, overlap, &written, &before)
    }

    /// Substitutes terms in a block; nothing if this changes nothing.
    pub(crate) fn substitute_block(
        &mut self,
        logic: &mut Logic,
        block: &Block,
        values: &FxHashMap<Term, Term>,
        done: &mut FxHashMap<ArrayId, ArrayId>,
    ) -> Option<Block> {
        let mut is_same = true;
        let content = match &block.content {
            Content::Copied { sources, shift } => {
                let mut replaced = Vec::with_capacity(sources.len());
                for source in sources {
                    let array = self.substitute(logic, source.array, values, done);
                    let here = logic.substitute(source.here, values);
                    let shape = source.shape.substitute(logic, values);
                    is_same &=
                        array == source.array && here == source.here && shape.member == source.shape.member;
                    replaced.push(Source { here, array, shape });
                }
                let new = logic.substitute(*shift, values);
                is_same &= new == *shift;
                Content::Copied { sources: replaced, shift: new }
            }
            Content::Filled(cell) => {
                let new = replace_all(logic, cell, values);
                is_same &= new == *cell;
                Content::Filled(new)
            }
            Content::Set => Content::Set,
            Content::Padding => Content::Padding,
            Content::Unknown => Content::Unknown,
        };
        let new_now = replace_parts(logic, &block.now, values);
        let (from, to) = (logic.substitute(block.from, values), logic.substitute(block.to, values));
        let shape = block.shape.substitute(logic, values);
        is_same &=
            new_now.is_none() && from == block.from && to == block.to && shape.member == block.shape.member;
        let now = new_now.unwrap_or_else(|| block.now.clone());
        (!is_same).then_some(Block { class: block.class, shape, from, to, content, now })
    }
}
