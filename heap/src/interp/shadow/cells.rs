//! The shadow of memory.

use super::{Shade, Symbolic};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Limit on cells with a symbolic value.
const MOST: usize = 1 << 14;

/// Symbolic values in memory, by address. Cells do not overlap.
#[derive(Default)]
pub(in crate::interp) struct Cells {
    cells: BTreeMap<u64, (u64, Rc<Symbolic>)>,
}

impl Cells {
    /// The cells in a place, with their addresses and sizes.
    pub(super) fn within(&self, address: u64, size: u64) -> Vec<(u64, u64, Rc<Symbolic>)> {
        const LARGEST: u64 = 8;
        let found = self.cells.range(address.saturating_sub(LARGEST)..address.saturating_add(size));
        let overlaps = |(at, cell): &(&u64, &(u64, Rc<Symbolic>))| *at + cell.0 > address;
        found.filter(overlaps).map(|(at, (size, value))| (*at, *size, Rc::clone(value))).collect()
    }

    /// Forgets the values in a place.
    pub(in crate::interp) fn clear(&mut self, address: u64, size: u64) {
        if !self.cells.is_empty() {
            for (at, ..) in self.within(address, size) {
                self.cells.remove(&at);
            }
        }
    }

    /// Stores a value.
    pub(super) fn set(&mut self, address: u64, size: u64, shade: Shade) {
        self.clear(address, size);
        if let Some(value) = shade.filter(|_| self.cells.len() < MOST) {
            self.cells.insert(address, (size, value));
        }
    }

    /// Copies the cells that lie in a place as a whole.
    pub(in crate::interp) fn copy(&mut self, to: u64, from: u64, size: u64) {
        let mut copied = self.within(from, size);
        copied.retain(|(at, length, _)| *at >= from && at + length <= from + size);
        self.clear(to, size);
        for (at, length, value) in copied {
            self.set(to + (at - from), length, Some(value));
        }
    }
}
