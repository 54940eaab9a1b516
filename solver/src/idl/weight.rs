//! Weights of edges.

use crate::num::Int;
use std::fmt::Debug;
use std::ops::{Add, Neg, Sub};

/// A number type for weights, distances and potentials. Arithmetic is the type's own, unchecked: whoever
/// makes a graph sees to it that no sum can leave the range (see [`super::recognise()`]).
pub(crate) trait Weight:
    Copy + Ord + Debug + Default + Add<Output = Self> + Sub<Output = Self> + Neg<Output = Self>
{
    /// The least positive weight: the negation of `x - y <= k` is `y - x <= -k - STEP`.
    const STEP: Self;

    /// Below this, potentials are computed anew: far from the end of the range, yet too far for it to happen
    /// often.
    const LOWEST: Self;

    /// More than the length of any path, and small enough that two of them and a weight can be added.
    const INFINITE: Self;

    /// The same without limits, for values in models: these may add up over any number of blocks.
    type Exact: Clone + Debug + Default + for<'a> Add<&'a Self::Exact, Output = Self::Exact>;

    /// This weight as an exact number.
    fn exact(self) -> Self::Exact;

    /// The bound for which the negated constraint holds exactly when this one does not.
    fn negated_bound(self) -> Self {
        -self - Self::STEP
    }
}

impl Weight for i64 {
    const STEP: i64 = 1;
    const LOWEST: i64 = -(1 << 60);
    const INFINITE: i64 = 1 << 61;
    type Exact = Int;

    fn exact(self) -> Int {
        Int::from(self)
    }
}
