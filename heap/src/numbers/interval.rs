//! Ranges of integers.

use cfp_solver::Int;

/// The integers between two bounds; a missing bound is infinite. Never empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Interval {
    low: Option<Int>,
    high: Option<Int>,
}

impl Interval {
    /// All integers.
    pub const ALL: Interval = Interval { low: None, high: None };

    /// The integers between two bounds, if there are any.
    pub fn new(low: Option<Int>, high: Option<Int>) -> Option<Interval> {
        match (&low, &high) {
            (Some(low), Some(high)) if low > high => None,
            _ => Some(Interval { low, high }),
        }
    }

    /// The integers between two bounds, of which the first is not greater.
    pub fn between(low: impl Into<Int>, high: impl Into<Int>) -> Interval {
        Interval::new(Some(low.into()), Some(high.into())).expect("the bounds are in order")
    }

    /// One integer.
    pub fn constant(value: impl Into<Int>) -> Interval {
        let value = value.into();
        Interval { low: Some(value.clone()), high: Some(value) }
    }

    /// The integers from a bound on.
    pub fn at_least(low: impl Into<Int>) -> Interval {
        Interval { low: Some(low.into()), high: None }
    }

    /// The least one.
    pub fn low(&self) -> Option<&Int> {
        self.low.as_ref()
    }

    /// The greatest one.
    pub fn high(&self) -> Option<&Int> {
        self.high.as_ref()
    }

    /// The only one.
    pub fn as_constant(&self) -> Option<&Int> {
        self.low.as_ref().filter(|_| self.low == self.high)
    }

    /// Whether an integer is in the range.
    pub fn contains(&self, value: &Int) -> bool {
        self.low.as_ref().is_none_or(|low| low <= value)
            && self.high.as_ref().is_none_or(|high| value <= high)
    }

    /// Whether all integers of another range are in this one.
    pub fn includes(&self, other: &Interval) -> bool {
        let is_low = match (&self.low, &other.low) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(low), Some(other)) => low <= other,
        };
        let is_high = match (&self.high, &other.high) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(high), Some(other)) => high >= other,
        };
        is_low && is_high
    }

    /// The integers in both ranges, if there are any.
    pub fn meet(&self, other: &Interval) -> Option<Interval> {
        let low = self.low.iter().chain(&other.low).max().cloned();
        let high = self.high.iter().chain(&other.high).min().cloned();
        Interval::new(low, high)
    }

    /// The sums of integers of two ranges.
    pub fn plus(&self, other: &Interval) -> Interval {
        let sum = |one: &Option<Int>, other: &Option<Int>| Some(one.as_ref()? + other.as_ref()?);
        Interval { low: sum(&self.low, &other.low), high: sum(&self.high, &other.high) }
    }

    /// The negated integers.
    pub fn negated(&self) -> Interval {
        Interval { low: self.high.as_ref().map(|high| -high), high: self.low.as_ref().map(|low| -low) }
    }

    /// The smallest range that includes both.
    pub fn join(&self, other: &Interval) -> Interval {
        let both = |one: &Option<Int>, other: &Option<Int>| one.clone().zip(other.clone());
        Interval {
            low: both(&self.low, &other.low).map(|(one, other)| one.min(other)),
            high: both(&self.high, &other.high).map(|(one, other)| one.max(other)),
        }
    }

    /// A range that includes both. A bound that `other` exceeds moves to the next threshold, so that chains
    /// are as long as there are thresholds. They must be sorted.
    pub fn widen(&self, other: &Interval, thresholds: &[Int]) -> Interval {
        let low = match (&self.low, &other.low) {
            (Some(low), Some(next)) if next < low => {
                thresholds.iter().rev().find(|threshold| *threshold <= next).cloned()
            }
            (Some(low), Some(_)) => Some(low.clone()),
            _ => None,
        };
        let high = match (&self.high, &other.high) {
            (Some(high), Some(next)) if next > high => {
                thresholds.iter().find(|threshold| *threshold >= next).cloned()
            }
            (Some(high), Some(_)) => Some(high.clone()),
            _ => None,
        };
        Interval { low, high }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(low: i64, high: i64) -> Interval {
        Interval::new(Some(Int::from(low)), Some(Int::from(high))).expect("not empty")
    }

    #[test]
    fn bounds_move_to_thresholds() {
        let thresholds = [0, 1, 10].map(Int::from);
        assert_eq!(range(3, 5).widen(&range(2, 6), &thresholds), range(1, 10));
        assert_eq!(range(3, 5).widen(&range(0, 5), &thresholds), range(0, 5));
        assert_eq!(range(3, 5).widen(&range(4, 11), &thresholds), Interval::at_least(3));
        assert_eq!(range(3, 5).widen(&range(-1, 5), &thresholds).low(), None);
    }

    #[test]
    fn meets_may_be_empty() {
        assert_eq!(range(0, 3).meet(&range(4, 5)), None);
        assert_eq!(range(0, 3).meet(&Interval::at_least(3)), Some(Interval::constant(3)));
        assert!(range(0, 9).includes(&range(0, 9)) && !range(0, 9).includes(&Interval::ALL));
        assert_eq!(range(0, 1).join(&range(5, 6)), range(0, 6));
    }
}
