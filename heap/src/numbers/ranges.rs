//! Ranges of dimensions, and how an equation or inequality bounds each of its dimensions by the others.

use super::{Dimension, Empty, Interval, LinearExpr};
use cfp_solver::Rat;
use std::collections::{BTreeMap, BTreeSet};

/// A range for each dimension. Those without one are unbounded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Ranges<D> {
    ranges: BTreeMap<D, Interval>,
}

impl<D> Default for Ranges<D> {
    fn default() -> Ranges<D> {
        Ranges { ranges: BTreeMap::new() }
    }
}

impl<D: Dimension> Ranges<D> {
    /// The values that a dimension may have.
    pub(super) fn get(&self, dimension: &D) -> Interval {
        self.ranges.get(dimension).cloned().unwrap_or(Interval::ALL)
    }

    /// Replaces the range of a dimension.
    pub(super) fn set(&mut self, dimension: D, range: Interval) {
        match range == Interval::ALL {
            true => self.ranges.remove(&dimension),
            false => self.ranges.insert(dimension, range),
        };
    }

    /// The dimensions with a bound.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&D, &Interval)> {
        self.ranges.iter()
    }

    /// The ranges of the dimensions that both bound, combined.
    pub(super) fn zip(
        &self,
        other: &Ranges<D>,
        combine: impl Fn(&D, &Interval, &Interval) -> Interval,
    ) -> Ranges<D> {
        let both = self.ranges.iter().filter_map(|(dimension, range)| {
            let combined = combine(dimension, range, other.ranges.get(dimension)?);
            (combined != Interval::ALL).then(|| (dimension.clone(), combined))
        });
        Ranges { ranges: both.collect() }
    }

    /// Bounds of a dimension times a factor.
    fn term(&self, dimension: &D, factor: &Rat) -> [Option<Rat>; 2] {
        let Some(range) = self.ranges.get(dimension) else { return [None, None] };
        let bounds = match factor.is_positive() {
            true => [range.low(), range.high()],
            false => [range.high(), range.low()],
        };
        bounds.map(|bound| bound.map(|bound| factor.mul_int(bound)))
    }

    /// Bounds of an expression.
    pub(super) fn extent(&self, expr: &LinearExpr<D>) -> [Option<Rat>; 2] {
        let mut extent = [Some(expr.constant.clone()), Some(expr.constant.clone())];
        for (dimension, factor) in expr.terms() {
            for (sum, term) in extent.iter_mut().zip(self.term(dimension, factor)) {
                *sum = sum.take().zip(term).map(|(sum, term)| &sum + &term);
            }
        }
        extent
    }

    /// Intersects the range of a dimension; true if it became smaller.
    pub(super) fn narrow(&mut self, dimension: &D, range: &Interval) -> Result<bool, Empty> {
        let before = self.get(dimension);
        let after = before.meet(range).ok_or(Empty)?;
        let is_smaller = after != before;
        if is_smaller {
            self.ranges.insert(dimension.clone(), after);
        }
        Ok(is_smaller)
    }

    /// Bounds each dimension of `expr = 0`, or of `expr <= 0`, by those of the others. Adds the dimensions
    /// whose range became smaller.
    pub(super) fn propagate(
        &mut self,
        expr: &LinearExpr<D>,
        is_equation: bool,
        narrowed: &mut BTreeSet<D>,
    ) -> Result<(), Empty> {
        let terms: Vec<_> = expr.terms().map(|(dimension, factor)| self.term(dimension, factor)).collect();
        let sums = [0, 1].map(|side| Sum::new(&expr.constant, terms.iter().map(|term| &term[side])));
        for ((dimension, factor), term) in expr.terms().zip(&terms) {
            // factor * dimension = -rest, or at most that.
            let bound = |side: usize| {
                let rest = sums[side].without(term[side].as_ref())?;
                Some(&-rest * &factor.recip())
            };
            let (most, least) = (bound(0), if is_equation { bound(1) } else { None });
            let (low, high) = if factor.is_positive() { (least, most) } else { (most, least) };
            let range = Interval::new(low.map(|low| low.ceil()), high.map(|high| high.floor()));
            if self.narrow(dimension, &range.ok_or(Empty)?)? {
                narrowed.insert(dimension.clone());
            }
        }
        Ok(())
    }
}

/// A sum of bounds, some of which may be missing.
struct Sum {
    known: Rat,
    missing: usize,
}

impl Sum {
    fn new<'a>(constant: &Rat, bounds: impl Iterator<Item = &'a Option<Rat>>) -> Sum {
        let mut sum = Sum { known: constant.clone(), missing: 0 };
        for bound in bounds {
            match bound {
                Some(bound) => sum.known += bound,
                None => sum.missing += 1,
            }
        }
        sum
    }

    /// The sum of the other bounds, if none is missing.
    fn without(&self, bound: Option<&Rat>) -> Option<Rat> {
        match bound {
            Some(bound) if self.missing == 0 => Some(&self.known - bound),
            None if self.missing == 1 => Some(self.known.clone()),
            _ => None,
        }
    }
}
