//! The memory of memory managers: one object, which `sbrk` and assumed blocks extend.
//!
//! All parts lie in one object, so that addresses in different parts can be compared, and adjacent parts can
//! be joined. Inputs choose where a part lies: directly above or below those that there are, or behind a gap.

use super::machine::{Machine, Stop};
use super::memory::Origin;
use super::outcome::Outcome;
use crate::ir::Pos;

/// Bytes below the first part.
const BELOW: u64 = 4096;

/// Bytes of a gap, and the alignment of all parts.
const GAP: u64 = 16;

/// The memory of memory managers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arena {
    /// The address of its first byte.
    start: u64,
    /// Offsets of the first and behind the last byte that belongs to a part.
    extent: (u64, u64),
}

/// Where a new part lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// Directly above all others.
    Above,
    /// Above all others, behind a gap.
    AboveGap,
    /// Directly below all others, if there is room.
    Below,
    /// Below all others, with a gap, if there is room.
    BelowGap,
}

impl Machine<'_> {
    fn arena(&mut self, pos: Pos) -> Result<Arena, Stop> {
        if let Some(known) = self.arena {
            return Ok(known);
        }
        let start = self.create(BELOW, Origin::Arena, pos)?;
        Ok(*self.arena.insert(Arena { start, extent: (BELOW, BELOW) }))
    }

    /// The address behind the last part.
    pub(super) fn arena_end(&mut self, pos: Pos) -> Result<u64, Stop> {
        let arena = self.arena(pos)?;
        Ok(arena.start + arena.extent.1)
    }

    /// The address of a new part.
    pub(super) fn in_arena(&mut self, bytes: u64, place: Place, pos: Pos) -> Result<u64, Stop> {
        let mut arena = self.arena(pos)?;
        let (low, high) = arena.extent;
        let gap = if matches!(place, Place::AboveGap | Place::BelowGap) { GAP } else { 0 };
        let below = low.checked_sub(bytes.next_multiple_of(GAP) + gap);
        let at = match (place, below) {
            (Place::Below | Place::BelowGap, Some(at)) => {
                arena.extent.0 = at;
                at
            }
            _ => {
                let grown = self.memory.grow(arena.start, gap + bytes.next_multiple_of(GAP));
                grown.map_err(|_| Box::new(Outcome::Limit("memory")))?;
                arena.extent.1 = high + gap + bytes.next_multiple_of(GAP);
                high + gap
            }
        };
        self.arena = Some(arena);
        Ok(arena.start + at)
    }
}
