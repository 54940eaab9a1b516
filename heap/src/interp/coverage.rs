//! Which branches a run took and how often: the feedback of a search over inputs.

use crate::ir::{FuncId, Pos};

/// The number of counters, a power of two. Branches that share one are not told apart.
const COUNTERS: usize = 1 << 14;

/// How often a run took each branch.
#[derive(Clone, Debug)]
pub struct Coverage {
    counts: Vec<u8>,
}

impl Default for Coverage {
    fn default() -> Coverage {
        Coverage { counts: vec![0; COUNTERS] }
    }
}

impl Coverage {
    /// Forgets a run.
    pub(super) fn clear(&mut self) {
        self.counts.fill(0);
    }

    /// Notes that a branch of a function was taken or not.
    pub(super) fn note_branch(&mut self, function: Option<FuncId>, pc: usize, taken: bool) {
        let function = function.map_or(0, |function| function.index() + 1);
        self.note(function.wrapping_mul(0x9e37) + 2 * pc + usize::from(taken));
    }

    /// Notes how large the result of signed arithmetic is: the search shall come near to an overflow.
    pub(super) fn note_size(&mut self, function: Option<FuncId>, pc: usize, bits: u64) {
        const FEW_BITS: u32 = 16;
        let size = 64 - (bits as i64).unsigned_abs().leading_zeros();
        if size > FEW_BITS {
            let function = function.map_or(0, |function| function.index() + 1);
            self.note(function.wrapping_mul(0xc2b3) + 64 * pc + size as usize);
        }
    }

    /// Notes how far a comparison of texts came before it found a difference.
    pub(super) fn note_prefix(&mut self, pos: Pos, length: u64) {
        const LONGEST: u64 = 32;
        let place = (pos.line as usize).wrapping_mul(0x85eb) + (pos.column as usize).wrapping_mul(0x1f35);
        self.note(place + length.min(LONGEST) as usize);
    }

    fn note(&mut self, place: usize) {
        let count = &mut self.counts[place % COUNTERS];
        *count = count.saturating_add(1);
    }
}

/// What several runs have covered.
#[derive(Clone, Debug)]
pub struct Covered {
    /// For each counter the classes of its values, one bit each.
    classes: Vec<u8>,
}

impl Default for Covered {
    fn default() -> Covered {
        Covered { classes: vec![0; COUNTERS] }
    }
}

impl Covered {
    /// Adds a run; whether it did anything for the first time.
    pub fn add(&mut self, run: &Coverage) -> bool {
        const AT_ONCE: usize = 16;
        let mut is_new = false;
        for (seen, counts) in self.classes.chunks_mut(AT_ONCE).zip(run.counts.chunks(AT_ONCE)) {
            // Most counters are zero.
            if counts == [0; AT_ONCE] {
                continue;
            }
            for (seen, &count) in seen.iter_mut().zip(counts) {
                let class = class(count);
                is_new |= class & !*seen != 0;
                *seen |= class;
            }
        }
        is_new
    }
}

/// Counts that differ little are of one class, so that loops are not searched iteration by iteration.
fn class(count: u8) -> u8 {
    match count {
        0 => 0,
        1 => 1,
        2 => 2,
        3 => 4,
        4..=7 => 8,
        8..=15 => 16,
        16..=31 => 32,
        32..=127 => 64,
        _ => 128,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_new_classes_of_counts_are_new() {
        let (mut all, mut run) = (Covered::default(), Coverage::default());
        assert!(!all.add(&run));
        run.note_branch(Some(FuncId(3)), 7, true);
        assert!(all.add(&run) && !all.add(&run));
        run.note_branch(Some(FuncId(3)), 7, true);
        assert!(all.add(&run), "twice is not once");
        run.clear();
        run.note_branch(Some(FuncId(3)), 7, false);
        assert!(all.add(&run), "the other branch");
    }
}
