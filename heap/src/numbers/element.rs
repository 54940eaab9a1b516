//! Equations and ranges together.

use super::ranges::Ranges;
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
    ranges: Ranges<D>,
}

impl<D> Default for Element<D> {
    fn default() -> Element<D> {
        Element { affine: Affine::default(), ranges: Ranges::default() }
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
        self.ranges.get(dimension)
    }

    /// The values that an expression may have. Only its integer values count.
    pub fn range(&self, expr: &LinearExpr<D>) -> Interval {
        let [low, high] = self.ranges.extent(expr);
        let [reduced_low, reduced_high] = self.ranges.extent(&self.affine.reduce(expr));
        let (low, high) = (tightest(low, reduced_low, true), tightest(high, reduced_high, false));
        // The element is not empty, but its bounds need not be tight.
        Interval::new(low.map(|low| low.ceil()), high.map(|high| high.floor())).unwrap_or(Interval::ALL)
    }

    /// The values that an expression may have, where a bounded dimension may stand for the expression that
    /// defines it. So bounds count of differences that have a name of their own.
    pub fn related_range(&self, expr: &LinearExpr<D>) -> Interval {
        let mut found = self.range(expr);
        let reduced = self.affine.reduce(expr);
        for (lead, row) in self.affine.rows() {
            let shared = row
                .terms()
                .find_map(|(dimension, factor)| Some(&reduced.coefficient(dimension)?.clone() / factor));
            let (Some(factor), true) = (shared, self.ranges.get(lead) != Interval::ALL) else { continue };
            let replaced = reduced.clone().plus_expr(row, &-factor.clone()).plus(lead, &factor);
            let [low, high] = self.ranges.extent(&replaced);
            let range = Interval::new(low.map(|low| low.ceil()), high.map(|high| high.floor()));
            // The element is not empty, but its bounds need not be tight.
            found = range.and_then(|range| found.meet(&range)).unwrap_or(found);
        }
        found
    }

    /// Only the points where a dimension is in a range.
    pub fn restrict(&mut self, dimension: &D, range: &Interval) -> Result<(), Empty> {
        match self.ranges.narrow(dimension, range)? {
            true => self.tighten(BTreeSet::from([dimension.clone()])).map(drop),
            false => Ok(()),
        }
    }

    /// Only the points where `expr = 0`.
    pub fn equate(&mut self, expr: &LinearExpr<D>) -> Result<(), Empty> {
        self.affine.equate(expr)?;
        self.ranges.propagate(expr, true, &mut BTreeSet::new())?;
        self.tighten_all()
    }

    /// Only the points where dimensions are in ranges and expressions are zero. As tight as one after the
    /// other, but each equation only propagates bounds through the rows that it changes, or whose bounds it
    /// changes.
    pub fn restrict_all(
        &mut self,
        ranges: impl IntoIterator<Item = (D, Interval)>,
        zeros: impl IntoIterator<Item = LinearExpr<D>>,
    ) -> Result<(), Empty> {
        for (dimension, range) in ranges {
            self.ranges.narrow(&dimension, &range)?;
        }
        let mut pending = self.tighten(self.dimensions())?;
        for expr in zeros {
            self.affine.equate_rows(&expr, |lead| {
                pending.insert(lead.clone());
            })?;
            self.ranges.propagate(&expr, true, &mut pending)?;
            pending = self.tighten(pending)?;
        }
        Ok(())
    }

    /// Only the points where `expr <= 0`.
    pub fn at_most_zero(&mut self, expr: &LinearExpr<D>) -> Result<(), Empty> {
        let reduced = self.affine.reduce(expr);
        let mut narrowed = BTreeSet::new();
        for expr in [expr, &reduced] {
            if expr.as_constant().is_some_and(Rat::is_positive) {
                return Err(Empty);
            }
            self.ranges.propagate(expr, false, &mut narrowed)?;
        }
        for (lead, range) in self.named_bounds(&reduced) {
            if self.ranges.narrow(&lead, &range)? {
                narrowed.insert(lead);
            }
        }
        self.tighten(narrowed).map(drop)
    }

    /// The bounds that `expr <= 0` gives the dimensions which stand for a multiple of this expression, apart
    /// from a constant. The ranges of what it consists of need not tell.
    fn named_bounds(&self, expr: &LinearExpr<D>) -> Vec<(D, Interval)> {
        let Some((first, coefficient)) = expr.terms().next().filter(|_| expr.terms().nth(1).is_some()) else {
            return Vec::new();
        };
        let bound = |(lead, row): (&D, &LinearExpr<D>)| {
            // lead = factor * expr + rest
            let factor = row.coefficient(first)? / coefficient;
            let rest = row.clone().plus_expr(expr, &-factor.clone());
            let rest = rest.as_constant()?;
            let range = match factor.is_positive() {
                true => Interval::new(None, Some(rest.floor())),
                false => Interval::new(Some(rest.ceil()), None),
            };
            Some((lead.clone(), range?))
        };
        self.affine.rows().filter_map(bound).collect()
    }

    /// Whether all points satisfy `expr <= 0`.
    pub fn is_at_most_zero(&self, expr: &LinearExpr<D>) -> bool {
        self.range(expr).high().is_some_and(|high| !high.is_positive())
    }

    /// Tightens ranges by all equations.
    fn tighten_all(&mut self) -> Result<(), Empty> {
        let dimensions = self.dimensions();
        self.tighten(dimensions).map(drop)
    }

    /// Tightens ranges by the equations over dimensions whose range became smaller. Returns dimensions
    /// through whose equations bounds are still to be propagated: there is a limit on rounds, and a value
    /// that became known changes equations.
    fn tighten(&mut self, narrowed: BTreeSet<D>) -> Result<BTreeSet<D>, Empty> {
        let mut all = narrowed.clone();
        let mut last = narrowed;
        for _ in 0..MAX_ROUNDS {
            let mut next = BTreeSet::new();
            for (lead, row) in self.affine.rows() {
                if last.contains(lead) || row.mentions(|dimension| last.contains(dimension)) {
                    self.ranges.propagate(&row.clone().plus(lead, &Rat::from(-1)), true, &mut next)?;
                }
            }
            all.extend(next.iter().cloned());
            last = next;
            if last.is_empty() {
                break;
            }
        }
        // A range of one value is an equation.
        for dimension in all {
            if let Some(value) = self.ranges.get(&dimension).as_constant() {
                let value = Rat::from(value.clone());
                let known = LinearExpr::of(dimension).plus_constant(-value);
                self.affine.equate_rows(&known, |lead| {
                    last.insert(lead.clone());
                })?;
            }
        }
        Ok(last)
    }

    /// Forgets a dimension.
    pub fn forget(&mut self, dimension: &D) {
        self.affine.forget(dimension);
        self.ranges.set(dimension.clone(), Interval::ALL);
    }

    /// Assigns an expression to a dimension, which may occur in it.
    pub fn set(&mut self, dimension: &D, expr: &LinearExpr<D>) {
        self.set_all(&BTreeMap::from([(dimension.clone(), expr.clone())]));
    }

    /// Assigns expressions to dimensions, all at once.
    pub fn set_all(&mut self, values: &BTreeMap<D, LinearExpr<D>>) {
        let ranges: Vec<(D, Interval)> =
            values.iter().map(|(dimension, expr)| (dimension.clone(), self.range(expr))).collect();
        // The old value of an assigned dimension has a name of its own until it is eliminated. Equations over
        // other dimensions are not concerned.
        let name = |dimension: &D| match values.contains_key(dimension) {
            true => Name::Old(dimension.clone()),
            false => Name::Kept(dimension.clone()),
        };
        let mut affine: Affine<Name<D>> = Affine::default();
        for row in self.affine.take(|dimension| values.contains_key(dimension)) {
            affine.equate_quietly(&row.renamed(name));
        }
        for (dimension, expr) in values {
            affine.equate_quietly(&expr.renamed(name).plus(&Name::Kept(dimension.clone()), &Rat::from(-1)));
        }
        for dimension in values.keys() {
            affine.forget(&Name::Old(dimension.clone()));
        }
        for row in affine.take(|_| true) {
            self.affine.equate_quietly(&row.renamed(|name| match name {
                Name::Kept(dimension) | Name::Old(dimension) => dimension.clone(),
            }));
        }
        for (dimension, range) in ranges {
            self.ranges.set(dimension, range);
        }
    }

    /// Gives dimensions other names, all at once. No two get the same one.
    pub fn rename(&mut self, names: &BTreeMap<D, D>) {
        let name = |dimension: &D| names.get(dimension).unwrap_or(dimension).clone();
        for row in self.affine.take(|dimension| names.contains_key(dimension)) {
            self.affine.equate_quietly(&row.renamed(name));
        }
        let ranges: Vec<Interval> = names.keys().map(|dimension| self.ranges.get(dimension)).collect();
        for dimension in names.keys() {
            self.ranges.set(dimension.clone(), Interval::ALL);
        }
        for (dimension, range) in names.values().zip(ranges) {
            self.ranges.set(dimension.clone(), range);
        }
    }

    /// Whether all points of another element are in this one.
    pub fn includes(&self, other: &Element<D>) -> bool {
        // Its equations may bound it more tightly than its ranges say.
        let mut other = other.clone();
        if other.tighten_all().is_err() {
            return true;
        }
        self.affine.includes(&other.affine)
            && self.ranges.iter().all(|(dimension, range)| range.includes(&other.ranges.get(dimension)))
    }

    /// An element that includes both.
    pub fn join(&self, other: &Element<D>) -> Element<D> {
        Element {
            affine: self.affine.hull(&other.affine),
            ranges: self.ranges.zip(&other.ranges, |_, one, other| one.join(other)),
        }
    }

    /// An element that includes both, where `other` includes this one. Chains are finite: equations only
    /// disappear, and bounds only move to the thresholds of their dimension (section 4.2). The equations then
    /// tighten the bounds once.
    pub fn widen(&self, other: &Element<D>, thresholds: impl Fn(&D) -> Vec<Int>) -> Element<D> {
        let widen =
            |dimension: &D, one: &Interval, other: &Interval| one.widen(other, &thresholds(dimension));
        let mut widened =
            Element { affine: other.affine.clone(), ranges: self.ranges.zip(&other.ranges, widen) };
        let tightened = widened.tighten_all();
        debug_assert_eq!(tightened, Ok(()), "the widened element includes both");
        widened
    }

    /// Forgets all dimensions with a property.
    pub fn forget_all(&mut self, has: impl Fn(&D) -> bool) {
        let bounded = self.ranges.iter().map(|(dimension, _)| dimension);
        let related = self.affine.rows().flat_map(|(lead, row)| row.terms().map(|term| term.0).chain([lead]));
        let found: BTreeSet<D> = bounded.chain(related).filter(|dimension| has(dimension)).cloned().collect();
        found.iter().for_each(|dimension| self.forget(dimension));
    }

    /// All dimensions that an equation or a bound mentions.
    fn dimensions(&self) -> BTreeSet<D> {
        let rows = self.affine.rows();
        let in_rows = rows
            .flat_map(|(lead, row)| std::iter::once(lead).chain(row.terms().map(|(dimension, _)| dimension)));
        in_rows.chain(self.ranges.iter().map(|(dimension, _)| dimension)).cloned().collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A generator of small numbers, the same in each run.
    struct Numbers(u64);

    impl Numbers {
        fn below(&mut self, limit: i64) -> i64 {
            self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            ((self.0 >> 33) % limit as u64) as i64
        }

        fn expr(&mut self, dimensions: &[char]) -> LinearExpr<char> {
            let mut expr = LinearExpr::constant(self.below(9) - 4);
            for _ in 0..1 + self.below(3) {
                let dimension = dimensions[self.below(dimensions.len() as i64) as usize];
                expr.add(&dimension, &Rat::from([-2, -1, 1, 1][self.below(4) as usize]));
            }
            expr
        }
    }

    /// Equations that name expressions over other dimensions.
    fn names(numbers: &mut Numbers, new: &[char]) -> Vec<LinearExpr<char>> {
        let old = ['a', 'b', 'c', 'd', 'e'];
        new.iter().map(|name| numbers.expr(&old).plus(name, &Rat::from(-1))).collect()
    }

    #[test]
    fn restrictions_at_once_are_as_tight_as_one_by_one() {
        let mut numbers = Numbers(7);
        let mut compared = 0;
        for _ in 0..3000 {
            let mut start = Element::default();
            let known: Vec<LinearExpr<char>> = (0..2).map(|_| numbers.expr(&['a', 'b', 'c', 'd'])).collect();
            let ranges: Vec<(char, Interval)> = "abcmn"
                .chars()
                .map(|name| (name, numbers.below(7) - 3, numbers.below(5)))
                .filter(|(_, _, length)| *length > 0)
                .map(|(name, low, length)| (name, Interval::between(low, low + length)))
                .collect();
            let is_empty = known.iter().any(|expr| start.equate(expr).is_err());
            if is_empty {
                continue;
            }
            let zeros = names(&mut numbers, &['l', 'm', 'n', 'o', 'p']);
            let mut single = start.clone();
            let done = ranges.iter().try_for_each(|(name, range)| single.restrict(name, range));
            let done = done.and_then(|()| zeros.iter().try_for_each(|expr| single.equate(expr)));
            let mut all = start.clone();
            let at_once = all.restrict_all(ranges.clone(), zeros.clone());
            if done.is_err() {
                assert_eq!(at_once, Err(Empty), "{start:?} {ranges:?} {zeros:?}");
            } else if at_once.is_ok() {
                compared += 1;
                assert!(all.affine == single.affine && all.ranges == single.ranges, "{all:?} {single:?}");
            }
        }
        assert!(compared > 300, "{compared}");
    }

    #[test]
    fn restrictions_at_once_lose_no_points() {
        let mut numbers = Numbers(11);
        for _ in 0..2000 {
            let point: BTreeMap<char, i64> =
                "abcde".chars().map(|name| (name, numbers.below(9) - 4)).collect();
            let value = |expr: &LinearExpr<char>, point: &BTreeMap<char, i64>| {
                let constant = expr.constant_part().clone();
                expr.terms().fold(constant, |sum, (name, factor)| &sum + &(factor * &Rat::from(point[name])))
            };
            // The point satisfies an equation as soon as its constant is right.
            let mut zeros = Vec::new();
            for _ in 0..4 {
                let expr = numbers.expr(&['a', 'b', 'c', 'd', 'e']);
                let value = value(&expr, &point);
                zeros.push(expr.plus_constant(-value));
            }
            let ranges: Vec<(char, Interval)> = (point.iter())
                .map(|(name, at)| (*name, Interval::between(at - numbers.below(4), at + numbers.below(4))))
                .collect();
            let mut element = Element::default();
            assert_eq!(element.restrict_all(ranges, zeros.clone()), Ok(()));
            let holds = |(name, at): (&char, &i64)| element.bounds(name).contains(&Int::from(*at));
            assert!(point.iter().all(holds), "{element:?} {point:?}");
            for (lead, row) in element.equations().rows() {
                assert_eq!(value(row, &point), Rat::from(point[lead]), "{zeros:?}");
            }
        }
    }
}
