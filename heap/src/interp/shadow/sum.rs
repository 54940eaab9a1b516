//! Linear sums over unknowns.

/// An unknown of a [`Path`](super::Path), by its index.
pub type UnknownId = u32;

/// Limits on the size of a sum: what exceeds them is not followed.
const MOST_TERMS: usize = 128;
const LARGEST: i128 = 1 << 96;

/// A constant, and unknowns with factors.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sum {
    /// Ordered by unknown; no factor is zero.
    terms: Vec<(UnknownId, i128)>,
    constant: i128,
}

impl Sum {
    pub(super) fn constant(value: i128) -> Sum {
        Sum { terms: Vec::new(), constant: value }
    }

    pub(super) fn unknown(unknown: UnknownId) -> Sum {
        Sum { terms: vec![(unknown, 1)], constant: 0 }
    }

    /// The unknowns with their factors.
    pub fn terms(&self) -> &[(UnknownId, i128)] {
        &self.terms
    }

    /// The constant part.
    pub fn offset(&self) -> i128 {
        self.constant
    }

    pub(super) fn as_constant(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// The sum plus a multiple of another one.
    pub(super) fn plus(&self, other: &Sum, factor: i128) -> Option<Sum> {
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut left, mut right) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            let next = match (left.peek(), right.peek()) {
                (None, None) => break,
                (Some(&&(unknown, value)), other) if other.is_none_or(|other| unknown < other.0) => {
                    left.next();
                    (unknown, value)
                }
                (mine, Some(&&(unknown, value))) => {
                    let mine = mine.filter(|mine| mine.0 == unknown).map_or(0, |mine| mine.1);
                    if mine != 0 {
                        left.next();
                    }
                    right.next();
                    (unknown, mine.checked_add(value.checked_mul(factor)?)?)
                }
                (Some(_), None) => unreachable!("the first case"),
            };
            if next.1 != 0 {
                terms.push(next);
            }
        }
        let constant = self.constant.checked_add(other.constant.checked_mul(factor)?)?;
        let is_small = |value: i128| value.abs() <= LARGEST;
        let fits =
            terms.len() <= MOST_TERMS && is_small(constant) && terms.iter().all(|term| is_small(term.1));
        fits.then_some(Sum { terms, constant })
    }

    pub(super) fn plus_constant(&self, value: i128) -> Option<Sum> {
        self.plus(&Sum::constant(value), 1)
    }

    pub(super) fn times(&self, factor: i128) -> Option<Sum> {
        Sum::constant(0).plus(self, factor)
    }

    /// The quotient, if a number divides all factors.
    pub(super) fn divided(&self, divisor: i128) -> Option<Sum> {
        let divides = |value: i128| value % divisor == 0;
        let all = divides(self.constant) && self.terms.iter().all(|term| divides(term.1));
        let terms = || self.terms.iter().map(|&(unknown, factor)| (unknown, factor / divisor)).collect();
        all.then(|| Sum { terms: terms(), constant: self.constant / divisor })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_added_and_divided() {
        let (x, y) = (Sum::unknown(1), Sum::unknown(2));
        let sum = x.times(4).and_then(|sum| sum.plus(&y, -6)).and_then(|sum| sum.plus_constant(8));
        let sum = sum.expect("small numbers");
        assert_eq!((sum.terms(), sum.offset()), (&[(1, 4), (2, -6)][..], 8));
        assert_eq!(sum.divided(2).map(|half| half.terms().to_vec()), Some(vec![(1, 2), (2, -3)]));
        assert_eq!(sum.divided(4), None);
        assert_eq!(sum.plus(&sum, -1).and_then(|zero| zero.as_constant()), Some(0));
        assert_eq!(sum.times(i128::MAX), None, "too large");
    }
}
