//! Equations and ranges together.

use super::{Affine, Dimension, Empty, Interval, LinearExpr};
use cfp_solver::{Int, Rat};
use std::collections::{BTreeMap, BTreeSet};

/// Limit on rounds of bound propagation. It need not converge: `x = 2 y, y = 2 x` halves bounds for ever.
const MAX_ROUNDS: usize = 8;

/// A set of integer points, given by equations and ranges. Dimensions without a range are unbounded.
///
/// Operations that make the set empty report it; the element must not be used afterwards.
///
/// ```
/// use cfp_heap::numbers::{Element, Interval, LinearExpr};
/// use cfp_solver::Rat;
///
/// // A list of nine nodes, of which a cursor has passed one, or two.
/// let passed = |count: i64| {
///     let mut element = Element::default();
///     element.set(&"passed", &LinearExpr::constant(count));
///     element.set(&"rest", &LinearExpr::constant(9 - count));
///     element
/// };
/// let (one, two) = (passed(1), passed(2));
/// let widened = one.widen(&one.join(&two), |_| vec![0.into(), 1.into()]);
/// let sum = LinearExpr::sum(["passed", "rest"]);
/// assert_eq!(widened.range(&sum), Interval::constant(9));
/// assert_eq!(widened.range(&LinearExpr::of("passed")), Interval::new(Some(1.into()),
/// Some(8.into())).unwrap());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Element<D> {
    affine: Affine<D>,
    ranges: BTreeMap<D, Interval>,
}

impl<D> Default for Element<D> {
    fn default() -> Element<D> {
        Element { affine: Affine::default(), ranges: BTreeMap::new() }
    }
}

impl<D: Dimension> Element<D> {
    /// The equations.
    pub fn equations(&self) -> &Affine<D> {
        &self.affine
    }

    /// The dimensions with a bound.
    pub fn ranges(&self) -> impl Iterator<Item = (&D, &Interval)> {
        self.ranges.iter()
    }

    /// The values that a dimension may have, by its range alone.
    pub fn bounds(&self, dimension: &D) -> Interval {
        self.ranges.get(dimension).cloned().unwrap_or(Interval::ALL)
    }

    /// The values that an expression may have. Only its integer values count.
    pub fn range(&self, expr: &LinearExpr<D>) -> Interval {
        let direct = self.extent(expr);
        let reduced = self.extent(&self.affine.reduce(expr));
        let (low, high) = (tightest(direct.0, reduced.0, true), tightest(direct.1, reduced.1, false));
        // The element is not empty, but its bounds need not be tight.
        Interval::new(low.map(|low| low.ceil()), high.map(|high| high.floor())).unwrap_or(Interval::ALL)
    }

    /// Bounds of an expression from the ranges of its dimensions.
    fn extent(&self, expr: &LinearExpr<D>) -> (Option<Rat>, Option<Rat>) {
        let mut low = Some(expr.constant.clone());
        let mut high = low.clone();
        for (dimension, factor) in &expr.terms {
            let range = self.bounds(dimension);
            let (least, most) = match factor.is_positive() {
                true => (range.low(), range.high()),
                false => (range.high(), range.low()),
            };
            low = low.zip(least).map(|(low, least)| &low + &factor.mul_int(least));
            high = high.zip(most).map(|(high, most)| &high + &factor.mul_int(most));
        }
        (low, high)
    }

    /// Only the points where a dimension is in a range.
    pub fn restrict(&mut self, dimension: &D, range: &Interval) -> Result<(), Empty> {
        self.narrow(dimension, range)?;
        self.tighten()
    }

    /// Only the points where `expr = 0`.
    pub fn equate(&mut self, expr: &LinearExpr<D>) -> Result<(), Empty> {
        self.affine.equate(expr)?;
        self.propagate(expr, true)?;
        self.tighten()
    }

    /// Only the points where `expr <= 0`.
    pub fn at_most_zero(&mut self, expr: &LinearExpr<D>) -> Result<(), Empty> {
        let reduced = self.affine.reduce(expr);
        for expr in [expr, &reduced] {
            if expr.terms.is_empty() && expr.constant.is_positive() {
                return Err(Empty);
            }
            self.propagate(expr, false)?;
        }
        self.tighten()
    }

    /// Whether all points satisfy `expr <= 0`.
    pub fn is_at_most_zero(&self, expr: &LinearExpr<D>) -> bool {
        self.range(expr).high().is_some_and(|high| !high.is_positive())
    }

    /// Intersects the range of a dimension; true if it became smaller.
    fn narrow(&mut self, dimension: &D, range: &Interval) -> Result<bool, Empty> {
        let before = self.bounds(dimension);
        let after = before.meet(range).ok_or(Empty)?;
        let is_smaller = after != before;
        if is_smaller {
            self.ranges.insert(dimension.clone(), after);
        }
        Ok(is_smaller)
    }

    /// Bounds of each dimension of `expr = 0`, or of `expr <= 0`, from those of the others.
    fn propagate(&mut self, expr: &LinearExpr<D>, is_equation: bool) -> Result<bool, Empty> {
        let mut is_changed = false;
        for (dimension, factor) in &expr.terms {
            let mut rest = expr.clone();
            rest.terms.remove(dimension);
            // factor * dimension = -rest, or at most that.
            let (low, high) = self.extent(&rest);
            let bound = |rest: Option<Rat>| rest.map(|rest| &-rest * &factor.recip());
            let (most, least) = match factor.is_positive() {
                true => (bound(low), bound(high).filter(|_| is_equation)),
                false => (bound(high).filter(|_| is_equation), bound(low)),
            };
            let range = Interval::new(least.map(|least| least.ceil()), most.map(|most| most.floor()));
            is_changed |= self.narrow(dimension, &range.ok_or(Empty)?)?;
        }
        Ok(is_changed)
    }

    /// Tightens ranges by the equations.
    fn tighten(&mut self) -> Result<(), Empty> {
        for _ in 0..MAX_ROUNDS {
            let mut is_changed = false;
            let rows: Vec<_> = self.affine.rows().map(|(lead, row)| (lead.clone(), row.clone())).collect();
            for (lead, row) in rows {
                is_changed |= self.propagate(&row.plus(&lead, &Rat::from(-1)), true)?;
            }
            if !is_changed {
                break;
            }
        }
        // A range of one value is an equation.
        let constants: Vec<(D, Int)> = self
            .ranges
            .iter()
            .filter_map(|(dimension, range)| Some((dimension.clone(), range.as_constant()?.clone())))
            .collect();
        for (dimension, value) in constants {
            self.affine.equate(&LinearExpr::of(dimension).plus_constant(-Rat::from(value)))?;
        }
        Ok(())
    }

    /// Forgets a dimension.
    pub fn forget(&mut self, dimension: &D) {
        self.affine.forget(dimension);
        self.ranges.remove(dimension);
    }

    /// Assigns an expression to a dimension, which may occur in it.
    pub fn set(&mut self, dimension: &D, expr: &LinearExpr<D>) {
        self.set_all(&BTreeMap::from([(dimension.clone(), expr.clone())]));
    }

    /// Assigns expressions to dimensions, all at once.
    pub fn set_all(&mut self, values: &BTreeMap<D, LinearExpr<D>>) {
        let ranges: Vec<(D, Interval)> =
            values.iter().map(|(dimension, expr)| (dimension.clone(), self.range(expr))).collect();
        // The old value of an assigned dimension has a name of its own until it is eliminated.
        let name = |dimension: &D| match values.contains_key(dimension) {
            true => Name::Old(dimension.clone()),
            false => Name::Kept(dimension.clone()),
        };
        let mut affine = self.affine.renamed(name);
        for (dimension, expr) in values {
            let value = expr.renamed(name).plus(&Name::Kept(dimension.clone()), &Rat::from(-1));
            let result = affine.equate(&value);
            debug_assert_eq!(result, Ok(()));
        }
        for dimension in values.keys() {
            affine.forget(&Name::Old(dimension.clone()));
        }
        self.affine = affine.renamed(|name| match name {
            Name::Kept(dimension) | Name::Old(dimension) => dimension.clone(),
        });
        for (dimension, range) in ranges {
            self.ranges.remove(&dimension);
            if range != Interval::ALL {
                self.ranges.insert(dimension, range);
            }
        }
    }

    /// Whether all points of another element are in this one.
    pub fn includes(&self, other: &Element<D>) -> bool {
        // Its equations may bound it more tightly than its ranges say.
        let mut other = other.clone();
        if other.tighten().is_err() {
            return true;
        }
        self.affine.includes(&other.affine)
            && self.ranges.iter().all(|(dimension, range)| range.includes(&other.bounds(dimension)))
    }

    /// An element that includes both.
    pub fn join(&self, other: &Element<D>) -> Element<D> {
        let ranges = self.ranges.iter().filter_map(|(dimension, range)| {
            let joined = range.join(other.ranges.get(dimension)?);
            (joined != Interval::ALL).then(|| (dimension.clone(), joined))
        });
        Element { affine: self.affine.hull(&other.affine), ranges: ranges.collect() }
    }

    /// An element that includes both, where `other` includes this one. Chains are finite: equations only
    /// disappear, and bounds only move to the thresholds of their dimension (section 4.2). The equations then
    /// tighten the bounds once.
    pub fn widen(&self, other: &Element<D>, thresholds: impl Fn(&D) -> Vec<Int>) -> Element<D> {
        let ranges = self.ranges.iter().filter_map(|(dimension, range)| {
            let widened = range.widen(other.ranges.get(dimension)?, &thresholds(dimension));
            (widened != Interval::ALL).then(|| (dimension.clone(), widened))
        });
        let mut widened = Element { affine: other.affine.clone(), ranges: ranges.collect() };
        let tightened = widened.tighten();
        debug_assert_eq!(tightened, Ok(()), "the widened element includes both");
        widened
    }

    /// All dimensions that an equation or a bound mentions.
    pub fn dimensions(&self) -> BTreeSet<D> {
        let rows = self.affine.rows();
        let in_rows = rows.flat_map(|(lead, row)| std::iter::once(lead).chain(row.terms.keys()));
        in_rows.chain(self.ranges.keys()).cloned().collect()
    }
}

/// The tighter of two bounds.
fn tightest(one: Option<Rat>, other: Option<Rat>, is_low: bool) -> Option<Rat> {
    match (one, other) {
        (Some(one), Some(other)) => Some(if (one > other) == is_low { one } else { other }),
        (one, other) => one.or(other),
    }
}

/// Dimensions during an assignment.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Name<D> {
    Old(D),
    Kept(D),
}
