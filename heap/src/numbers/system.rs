//! Systems of linear constraints, from which integers are eliminated: what holds of the others if there are
//! values for these.

use super::{Dimension, Element, LinearExpr};
use cfp_solver::{Int, Rat};
use std::collections::BTreeSet;

/// Limit on inequalities, of which elimination may make many.
const MAX_BOUNDS: usize = 200;

/// Limit on multiples of a named integer that are tried.
const MAX_MULTIPLES: i64 = 8;

/// Linear constraints on integers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct System<D> {
    /// Expressions that are zero. Their coefficients are integers without a common divisor.
    equations: Vec<LinearExpr<D>>,
    /// Expressions that are at most zero, likewise.
    bounds: Vec<LinearExpr<D>>,
    /// Expressions that are integers.
    integers: Vec<LinearExpr<D>>,
}

impl<D: Dimension> System<D> {
    /// The constraints of an element that mention a dimension with a property. Equations between dimensions
    /// that are not `local` mention no local ones, as far as they follow.
    pub fn of(element: &Element<D>, has: impl Fn(&D) -> bool, is_local: impl Fn(&D) -> bool) -> System<D> {
        let minus = Rat::from(-1);
        let rows = element.equations().rows().map(|(lead, row)| row.clone().plus(lead, &minus));
        let rows = solved(rows.collect(), is_local).into_iter();
        let bounds = element.ranges().flat_map(|(dimension, range)| {
            let dim = LinearExpr::of(dimension.clone());
            let low = range.low().map(|low| LinearExpr::constant(low.clone()).plus(dimension, &minus));
            low.into_iter().chain(range.high().map(|high| dim.plus_constant(-high.clone())))
        });
        System {
            equations: rows.filter(|row| row.mentions(&has)).map(|row| primitive(&row)).collect(),
            bounds: bounds.filter(|bound| bound.mentions(&has)).collect(),
            integers: Vec::new(),
        }
    }

    /// The dimensions that occur.
    pub fn dimensions(&self) -> BTreeSet<D> {
        let all = self.equations.iter().chain(&self.bounds).chain(&self.integers);
        all.flat_map(|expr| expr.terms().map(|(dimension, _)| dimension.clone())).collect()
    }

    /// Eliminates an integer: afterwards, the system says of the others that there is a value for it. The
    /// value may depend on others with a property, and must be the same for all values of the rest. Nothing
    /// if the system cannot say it.
    pub fn eliminate(&mut self, dimension: &D, may_use: impl Fn(&D) -> bool) -> Option<()> {
        let is_usable = |expr: &LinearExpr<D>| !expr.mentions(|other| other != dimension && !may_use(other));
        let factor = |expr: &LinearExpr<D>| expr.coefficient(dimension).map(Rat::abs);
        let defining = self.equations.iter().filter(|row| is_usable(row) && factor(row).is_some());
        if let Some(row) = defining.min_by_key(|row| factor(row)).cloned() {
            self.substitute(dimension, &row);
            return Some(());
        }
        let occurs = |expr: &LinearExpr<D>| expr.coefficient(dimension).is_some();
        if self.equations.iter().chain(&self.integers).any(occurs) {
            return None;
        }
        let (related, others): (Vec<_>, Vec<_>) = self.bounds.drain(..).partition(occurs);
        self.bounds = others;
        let sign = |expr: &LinearExpr<D>| expr.coefficient(dimension).is_some_and(Rat::is_positive);
        let (highs, lows): (Vec<_>, Vec<_>) = related.into_iter().partition(sign);
        for high in &highs {
            for low in &lows {
                let [up, down] = [high, low].map(|bound| factor(bound).expect("it occurs"));
                // The integers between two bounds are those that the bounds leave if a factor is one. Bounds
                // of several values each would have to be compared crosswise.
                let is_exact = up == Rat::from(1) || down == Rat::from(1);
                if !is_exact || !is_usable(high) && !is_usable(low) || self.bounds.len() == MAX_BOUNDS {
                    return None;
                }
                let sum = LinearExpr::constant(0).plus_expr(high, &down).plus_expr(low, &up);
                self.bounds.push(rounded(&sum));
            }
        }
        Some(())
    }

    /// Puts the value that an equation gives a dimension in the place of the dimension.
    fn substitute(&mut self, dimension: &D, row: &LinearExpr<D>) {
        let factor = row.coefficient(dimension).expect("it occurs").clone();
        let replaced = |expr: &LinearExpr<D>| match expr.coefficient(dimension) {
            Some(other) => expr.clone().plus_expr(row, &-(other / &factor)),
            None => expr.clone(),
        };
        self.equations.retain(|other| other != row);
        self.equations.iter_mut().for_each(|expr| *expr = primitive(&replaced(expr)));
        self.bounds.iter_mut().for_each(|expr| *expr = rounded(&replaced(expr)));
        self.integers.iter_mut().for_each(|expr| *expr = replaced(expr));
        let rest = row.clone().plus(dimension, &-factor.clone());
        let value = LinearExpr::constant(0).plus_expr(&rest, &(&Rat::from(-1) / &factor));
        if !is_integral(&value) {
            self.integers.push(value);
        }
    }

    /// Whether all points of an element satisfy the constraints, for sure.
    pub fn follows_from(&self, element: &Element<D>) -> bool {
        let is_integer = |expr: &LinearExpr<D>| is_integer_in(expr, element);
        let is_bounded =
            |expr: &LinearExpr<D>| element.related_range(expr).high().is_some_and(|high| !high.is_positive());
        self.equations.iter().all(|row| element.equations().implies(row))
            && self.bounds.iter().all(is_bounded)
            && self.integers.iter().all(is_integer)
    }
}

/// The same equations, where each dimension with a property is defined by one of them, if it is mentioned at
/// all, and does not occur in the others.
fn solved<D: Dimension>(mut rows: Vec<LinearExpr<D>>, has: impl Fn(&D) -> bool) -> Vec<LinearExpr<D>> {
    let mentioned = rows.iter().flat_map(|row| row.terms().map(|(dimension, _)| dimension.clone()));
    let wanted: BTreeSet<D> = mentioned.filter(|dimension| has(dimension)).collect();
    let mut defining = 0;
    for dimension in &wanted {
        let Some(at) = (defining..rows.len()).find(|at| rows[*at].coefficient(dimension).is_some()) else {
            continue;
        };
        rows.swap(defining, at);
        let row = rows[defining].clone();
        let factor = row.coefficient(dimension).expect("it occurs").clone();
        for (_, other) in rows.iter_mut().enumerate().filter(|(index, _)| *index != defining) {
            if let Some(by) = other.coefficient(dimension).map(|by| -(by / &factor)) {
                *other = other.clone().plus_expr(&row, &by);
            }
        }
        defining += 1;
    }
    rows
}

/// A positive multiple of an expression: the coefficients are integers without a common divisor.
fn primitive<D: Dimension>(expr: &LinearExpr<D>) -> LinearExpr<D> {
    let scale = expr.terms().fold(Int::ONE, |scale, (_, factor)| scale.lcm(&factor.denom()));
    let divisor =
        expr.terms().fold(Int::ZERO, |divisor, (_, factor)| divisor.gcd(&factor.mul_int(&scale).numer()));
    match divisor.is_positive() {
        true => LinearExpr::constant(0).plus_expr(expr, &Rat::new(scale, divisor)),
        false => expr.clone(),
    }
}

/// The same for an expression that is at most zero: its constant becomes an integer.
fn rounded<D: Dimension>(expr: &LinearExpr<D>) -> LinearExpr<D> {
    let expr = primitive(expr);
    let constant = expr.constant_part();
    let excess = &Rat::from(constant.ceil()) - constant;
    expr.plus_constant(excess)
}

/// Whether an expression is an integer at all points of an element, for sure. Equations give integers such as
/// the half of a number a name.
fn is_integer_in<D: Dimension>(expr: &LinearExpr<D>, element: &Element<D>) -> bool {
    let reduced = element.equations().reduce(expr);
    if is_integral(&reduced) {
        return true;
    }
    let denominator = reduced.terms().fold(Int::ONE, |scale, (_, factor)| scale.lcm(&factor.denom()));
    let multiples = denominator.to_i64().filter(|count| *count <= MAX_MULTIPLES).unwrap_or_default();
    element.equations().rows().any(|(_, row)| {
        let is_rest_integral = |count: i64| is_integral(&reduced.clone().plus_expr(row, &Rat::from(-count)));
        (1..multiples).any(is_rest_integral)
    })
}

/// Whether all coefficients are integers.
fn is_integral<D: Dimension>(expr: &LinearExpr<D>) -> bool {
    expr.constant_part().is_integer() && expr.terms().all(|(_, factor)| factor.is_integer())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::Interval;

    type Expr = LinearExpr<u32>;

    fn expr(terms: &[(u32, i64)], constant: i64) -> Expr {
        terms.iter().fold(Expr::constant(constant), |sum, (dim, factor)| sum.plus(dim, &Rat::from(*factor)))
    }

    /// A small generator of pseudorandom numbers.
    struct Random(u64);

    impl Random {
        fn below(&mut self, limit: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) % limit
        }

        fn between(&mut self, low: i64, high: i64) -> i64 {
            low + self.below((high - low + 1) as u64) as i64
        }
    }

    /// The values of expressions at a point.
    fn value(expr: &Expr, point: &[i64]) -> Rat {
        expr.terms().fold(expr.constant_part().clone(), |sum, (dim, factor)| {
            &sum + &factor.mul_int(&Int::from(point[*dim as usize]))
        })
    }

    fn holds(system: &System<u32>, point: &[i64]) -> bool {
        system.equations.iter().all(|row| value(row, point).is_zero())
            && system.bounds.iter().all(|bound| !value(bound, point).is_positive())
            && system.integers.iter().all(|expr| value(expr, point).is_integer())
    }

    /// All points whose dimensions from the given one on are between -6 and 6.
    fn points(point: &mut Vec<i64>, from: usize, found: &mut dyn FnMut(&[i64])) {
        if from == point.len() {
            return found(point);
        }
        for value in -6..=6 {
            point[from] = value;
            points(point, from + 1, found);
        }
    }

    #[test]
    fn elimination_says_that_there_are_values() {
        let mut random = Random(7);
        let mut eliminated = 0;
        for _ in 0..400 {
            // Two dimensions are kept, and two are eliminated, all within bounds.
            let mut element: Element<u32> = Element::default();
            let mut is_empty = false;
            for dim in 0..4 {
                let low = random.between(-6, 4);
                let range = Interval::between(low, (low + random.between(0, 8)).min(6));
                is_empty |= element.restrict(&dim, &range).is_err();
            }
            for _ in 0..random.between(1, 2) {
                let terms: Vec<(u32, i64)> = (0..4).map(|dim| (dim, random.between(-2, 2))).collect();
                is_empty |= element.equate(&expr(&terms, random.between(-3, 3))).is_err();
            }
            if is_empty {
                continue;
            }
            let all = System::of(&element, |_| true, |_| false);
            let mut system = all.clone();
            if system.eliminate(&3, |_| true).and_then(|()| system.eliminate(&2, |_| true)).is_none() {
                continue;
            }
            eliminated += 1;
            points(&mut vec![0; 2], 0, &mut |kept| {
                let mut has_values = false;
                points(&mut vec![kept[0], kept[1], 0, 0], 2, &mut |point| has_values |= holds(&all, point));
                assert_eq!(holds(&system, kept), has_values, "{all:?} {system:?} {kept:?}");
            });
        }
        assert!(eliminated > 100, "{eliminated}");
    }

    #[test]
    fn what_nodes_share_does_not_depend_on_them() {
        // Each node has 1, which is twice 0, and 2 is hidden: it is twice 0, too. That 2 exists says no more
        // of the nodes than that.
        let mut element: Element<u32> = Element::default();
        element.equate(&expr(&[(1, 1), (0, -2)], 0)).unwrap();
        element.equate(&expr(&[(2, 1), (1, -1)], 0)).unwrap();
        let is_local = |dim: &u32| *dim == 1;
        let mut system = System::of(&element, |dim| *dim == 2, is_local);
        assert_eq!(system.eliminate(&2, |dim| !is_local(dim)), Some(()));
        let mut known: Element<u32> = Element::default();
        known.equate(&expr(&[(1, 1), (0, -2)], 0)).unwrap();
        assert!(system.follows_from(&known));
    }

    #[test]
    fn halves_with_a_name_are_integers() {
        let even = |dim: u32, half: u32| expr(&[(dim, 1), (half, -2)], 0);
        let mut element: Element<u32> = Element::default();
        element.equate(&even(3, 2)).unwrap();
        let mut system = System::of(&element, |_| true, |_| false);
        system.eliminate(&2, |_| true).unwrap();
        let mut known: Element<u32> = Element::default();
        assert!(!system.follows_from(&known), "nothing says that it is even");
        known.equate(&even(3, 1)).unwrap();
        assert!(system.follows_from(&known), "another integer is its half");
        let mut odd: Element<u32> = Element::default();
        odd.equate(&even(3, 1).plus_constant(-1)).unwrap();
        assert!(!system.follows_from(&odd));
    }

    #[test]
    fn values_are_the_same_for_all_that_they_must_not_use() {
        // 1 <= x - h <= 2, where x is any of several.
        let mut element: Element<u32> = Element::default();
        element.equate(&expr(&[(0, 1), (1, -1), (2, -1)], 0)).unwrap();
        element.restrict(&2, &Interval::between(1, 2)).unwrap();
        let system = System::of(&element, |dim| *dim > 0, |_| false);
        let mut usable = system.clone();
        assert!(usable.eliminate(&2, |_| true).and_then(|()| usable.eliminate(&1, |_| true)).is_some());
        assert!(usable.follows_from(&Element::default()));
        let mut unusable = system;
        assert_eq!(
            unusable.eliminate(&2, |_| true).and_then(|()| unusable.eliminate(&1, |dim| *dim != 0)),
            None
        );
    }
}
