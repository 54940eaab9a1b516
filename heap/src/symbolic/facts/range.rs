//! Ranges of integers.

use crate::ir::IntType;
use cfp_solver::Int;

/// An interval of values, unbounded where a bound is missing.
#[derive(Clone, Default, PartialEq, Eq)]
pub(crate) struct Range {
    pub(crate) low: Option<Int>,
    pub(crate) high: Option<Int>,
}

impl Range {
    pub(crate) fn of(ty: IntType) -> Range {
        Range { low: Some(Int::from(ty.min())), high: Some(Int::from(ty.max())) }
    }

    /// All values that a cell of this many bytes can hold as a signed or an unsigned type.
    pub(crate) fn of_cells(bytes: u8) -> Range {
        let bits = u32::from(bytes) * 8;
        Range { low: Some(Int::from(-(1i128 << (bits - 1)))), high: Some(Int::from((1i128 << bits) - 1)) }
    }

    /// The closed interval between two numbers.
    pub(crate) fn between(low: i128, high: i128) -> Range {
        Range { low: Some(Int::from(low)), high: Some(Int::from(high)) }
    }

    /// Whether a type contains all values of the range.
    pub(crate) fn is_within(&self, ty: IntType) -> bool {
        let low = self.low.as_ref().is_some_and(|low| *low >= Int::from(ty.min()));
        low && self.high.as_ref().is_some_and(|high| *high <= Int::from(ty.max()))
    }

    /// The integer type that has exactly these values.
    pub(crate) fn as_type(&self) -> Option<IntType> {
        let types =
            [8, 16, 32, 64].into_iter().flat_map(|bits| [true, false].map(|signed| IntType { bits, signed }));
        types.into_iter().find(|&ty| Range::of(ty) == *self)
    }

    /// The nonnegative integers.
    pub(crate) fn natural() -> Range {
        Range { low: Some(Int::ZERO), high: None }
    }
}
