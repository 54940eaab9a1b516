//! Contents of nodes: what the data members of all nodes of a segment hold.

use super::vector::Vector;
use crate::ir::IntType;
use crate::numbers::Interval;
use cfp_solver::Int;
use std::collections::BTreeMap;

/// An integer member that is initialized in all nodes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Cell {
    pub(crate) ty: IntType,
    /// The values that it may have.
    pub(crate) range: Interval,
}

/// The known members by their offset. Others may hold anything, and may be uninitialized.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Cells {
    cells: BTreeMap<u64, Cell>,
}

impl Cells {
    /// The members as given.
    pub(crate) fn new(cells: impl IntoIterator<Item = (u64, Cell)>) -> Cells {
        Cells { cells: cells.into_iter().collect() }
    }

    /// A member of a type.
    pub(crate) fn get(&self, offset: u64, ty: IntType) -> Option<&Cell> {
        self.cells.get(&offset).filter(|cell| cell.ty == ty)
    }

    /// The members, by their offset.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u64, &Cell)> {
        self.cells.iter().map(|(&offset, cell)| (offset, cell))
    }

    /// Forgets the members that overlap some bytes.
    fn forget(&mut self, start: u64, end: u64) {
        let bytes = |cell: &Cell| u64::from(cell.ty.bits.div_ceil(8));
        self.cells.retain(|&offset, cell| offset >= end || offset + bytes(cell) <= start);
    }

    /// What holds for the nodes of both.
    fn combine(&self, other: &Cells, range: impl Fn(&Interval, &Interval) -> Interval) -> Cells {
        let both = self.iter().filter_map(|(offset, cell)| {
            let range = range(&cell.range, &other.get(offset, cell.ty)?.range);
            Some((offset, Cell { ty: cell.ty, range }))
        });
        Cells::new(both)
    }

    fn join(&self, other: &Cells) -> Cells {
        self.combine(other, Interval::join)
    }

    fn includes(&self, other: &Cells) -> bool {
        self.iter().all(|(offset, cell)| {
            other.get(offset, cell.ty).is_some_and(|found| cell.range.includes(&found.range))
        })
    }
}

/// A write to a member.
#[derive(Clone, Debug)]
pub(crate) struct Write {
    /// The bytes that are written.
    pub(crate) start: u64,
    pub(crate) end: u64,
    /// What they hold afterwards, if that is known.
    pub(crate) cell: Option<Cell>,
}

/// The contents of all segments. A segment that is missing has no nodes.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Contents {
    segments: BTreeMap<Vector, Cells>,
}

impl Contents {
    /// What all nodes of a segment hold.
    pub(crate) fn get(&self, vector: Vector) -> Option<&Cells> {
        self.segments.get(&vector)
    }

    /// Adds nodes to a segment.
    pub(crate) fn add(&mut self, vector: Vector, cells: &Cells) {
        let joined = match self.segments.get(&vector) {
            Some(before) => before.join(cells),
            None => cells.clone(),
        };
        self.segments.insert(vector, joined);
    }

    /// A segment has no nodes any more.
    pub(crate) fn remove(&mut self, vector: Vector) {
        self.segments.remove(&vector);
    }

    /// Writes a member of one node of a segment, which may be its only one.
    pub(crate) fn write(&mut self, vector: Vector, write: &Write, is_only: bool) {
        let Some(cells) = self.segments.get_mut(&vector) else { return };
        let mut after = cells.clone();
        after.forget(write.start, write.end);
        after.cells.extend(write.cell.clone().map(|cell| (write.start, cell)));
        *cells = if is_only { after } else { cells.join(&after) };
    }

    /// Combines the contents of segments that both have; those of others stay.
    fn combine(self, other: &Contents, cells: impl Fn(&Cells, &Cells) -> Cells) -> Contents {
        let mut segments = other.segments.clone();
        for (vector, own) in self.segments {
            let combined = match other.segments.get(&vector) {
                Some(found) => cells(&own, found),
                None => own,
            };
            segments.insert(vector, combined);
        }
        Contents { segments }
    }

    pub(crate) fn join(self, other: &Contents) -> Contents {
        self.combine(other, Cells::join)
    }

    /// An upper bound of both, where `other` includes this one. Chains are finite.
    pub(crate) fn widen(self, other: &Contents, thresholds: &[Int]) -> Contents {
        self.combine(other, |one, other| one.combine(other, |one, other| one.widen(other, thresholds)))
    }

    pub(crate) fn includes(&self, other: &Contents) -> bool {
        let mut segments = other.segments.iter();
        segments.all(|(vector, cells)| self.get(*vector).is_some_and(|own| own.includes(cells)))
    }
}
