//! Ranges of integers.

use crate::ir::IntType;
use cfp_solver::Int;

/// The values that an unknown can have: from the first to the second, if they are bounded.
#[derive(Clone, Default, PartialEq, Eq)]
pub(crate) struct Range {
    pub(crate) low: Option<Int>,
    pub(crate) high: Option<Int>,
}

impl Range {
    pub(crate) fn of(ty: IntType) -> Range {
        Range { low: Some(Int::from(ty.min())), high: Some(Int::from(ty.max())) }
    }

    /// All values of cells of so many bytes that are in the range of their type, whichever it is.
    pub(crate) fn of_cells(bytes: u8) -> Range {
        let bits = u32::from(bytes) * 8;
        Range { low: Some(Int::from(-(1i128 << (bits - 1)))), high: Some(Int::from((1i128 << bits) - 1)) }
    }

    /// From one number to another.
    pub(crate) fn between(low: i128, high: i128) -> Range {
        Range { low: Some(Int::from(low)), high: Some(Int::from(high)) }
    }

    /// Whether all values of it are values of a type.
    pub(crate) fn is_within(&self, ty: IntType) -> bool {
        let low = self.low.as_ref().is_some_and(|low| *low >= Int::from(ty.min()));
        low && self.high.as_ref().is_some_and(|high| *high <= Int::from(ty.max()))
    }

    /// Zero and above.
    pub(crate) fn natural() -> Range {
        Range { low: Some(Int::ZERO), high: None }
    }
}
