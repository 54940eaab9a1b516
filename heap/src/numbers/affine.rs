//! Systems of affine equations in reduced row echelon form.

use super::{Dimension, Empty, LinearExpr};
use cfp_solver::Rat;
use std::collections::BTreeMap;

/// The solutions of a system of equations.
///
/// Each row defines its leading dimension, by an expression over greater dimensions that lead no row. So
/// equal solution sets have equal systems.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Affine<D> {
    rows: BTreeMap<D, LinearExpr<D>>,
}

impl<D> Default for Affine<D> {
    fn default() -> Affine<D> {
        Affine { rows: BTreeMap::new() }
    }
}

impl<D: Dimension> Affine<D> {
    /// The equations: each dimension on the left equals the expression on the right.
    pub fn rows(&self) -> impl Iterator<Item = (&D, &LinearExpr<D>)> {
        self.rows.iter()
    }

    /// Whether a dimension is constrained by no equation.
    pub fn is_free(&self, dimension: &D) -> bool {
        !self.rows.contains_key(dimension)
            && self.rows.values().all(|row| row.coefficient(dimension).is_none())
    }

    /// An equal expression over dimensions that lead no row.
    pub fn reduce(&self, expr: &LinearExpr<D>) -> LinearExpr<D> {
        let mut reduced = LinearExpr::constant(expr.constant.clone());
        for (dimension, factor) in expr.terms() {
            match self.rows.get(dimension) {
                Some(row) => reduced.add_expr(row, factor),
                None => reduced.add(dimension, factor),
            }
        }
        reduced
    }

    /// Adds the equation `expr = 0`.
    pub fn equate(&mut self, expr: &LinearExpr<D>) -> Result<(), Empty> {
        self.equate_rows(expr, |_| ())
    }

    /// Adds the equation `expr = 0`, and tells the leading dimensions of new and changed rows.
    pub(super) fn equate_rows(
        &mut self,
        expr: &LinearExpr<D>,
        mut on_change: impl FnMut(&D),
    ) -> Result<(), Empty> {
        let reduced = self.reduce(expr);
        let Some((pivot, coefficient)) = reduced.terms().next() else {
            return if reduced.constant.is_zero() { Ok(()) } else { Err(Empty) };
        };
        let (pivot, scale) = (pivot.clone(), -coefficient.recip());
        let mut row = LinearExpr::constant(0).plus_expr(&reduced, &scale);
        row.remove(&pivot);
        for (lead, other) in &mut self.rows {
            if let Some(factor) = other.remove(&pivot) {
                other.add_expr(&row, &factor);
                on_change(lead);
            }
        }
        on_change(&pivot);
        self.rows.insert(pivot, row);
        Ok(())
    }

    /// Forgets a dimension: the projection of the solutions.
    pub fn forget(&mut self, dimension: &D) {
        if self.rows.remove(dimension).is_some() {
            return;
        }
        // The row with the greatest leading dimension defines it. Then that dimension leads no row.
        let holder = self.rows.iter().rev().find(|(_, row)| row.coefficient(dimension).is_some());
        let Some(lead) = holder.map(|(lead, _)| lead.clone()) else { return };
        let mut row = self.rows.remove(&lead).expect("found above");
        let coefficient = row.remove(dimension).expect("found above");
        let inverse = coefficient.recip();
        let defined = LinearExpr::of(lead).plus_expr(&row, &Rat::from(-1));
        for other in self.rows.values_mut() {
            if let Some(factor) = other.remove(dimension) {
                other.add_expr(&defined, &(&factor * &inverse));
            }
        }
    }

    /// Whether `expr = 0` holds for all solutions.
    pub fn implies(&self, expr: &LinearExpr<D>) -> bool {
        self.reduce(expr).as_constant().is_some_and(Rat::is_zero)
    }

    /// Whether all solutions of another system are solutions of this one.
    pub fn includes(&self, other: &Affine<D>) -> bool {
        self.rows.iter().all(|(lead, row)| other.implies(&equation(lead, row)))
    }

    /// The affine hull: the equations that hold in both. Rows that both systems have are among them; the
    /// others are the intersection of the spaces of the remaining rows, which Zassenhaus's algorithm
    /// computes. (A shared row is the only one with its leading dimension in either system, so it adds
    /// nothing to that intersection.)
    pub fn hull(&self, other: &Affine<D>) -> Affine<D> {
        let is_shared = |lead: &D, row: &LinearExpr<D>| other.rows.get(lead) == Some(row);
        let mut hull = Affine::default();
        let mut stack: Affine<Half<D>> = Affine::default();
        for (lead, row) in &self.rows {
            if is_shared(lead, row) {
                hull.rows.insert(lead.clone(), row.clone());
                continue;
            }
            let row = equation(lead, row);
            let left = homogeneous(&row, Half::Left);
            stack.equate_quietly(&left.plus_expr(&homogeneous(&row, Half::Right), &Rat::from(1)));
        }
        if stack.rows.is_empty() {
            return hull;
        }
        for (lead, row) in other.rows.iter().filter(|(lead, _)| !hull.rows.contains_key(lead)) {
            stack.equate_quietly(&homogeneous(&equation(lead, row), Half::Left));
        }
        for (lead, row) in stack.rows.range(Half::Right(None)..) {
            let mut sum = LinearExpr::constant(0);
            for (half, coefficient) in equation(lead, row).terms() {
                match half {
                    Half::Right(Some(dimension)) => sum.add(dimension, coefficient),
                    _ => sum.constant += coefficient,
                }
            }
            hull.equate_quietly(&sum);
        }
        hull
    }

    /// [`equate`](Self::equate) for equations that cannot contradict the others.
    pub(super) fn equate_quietly(&mut self, expr: &LinearExpr<D>) {
        let result = self.equate(expr);
        debug_assert_eq!(result, Ok(()));
    }

    /// Removes the rows that mention one of some dimensions, and returns them as expressions that are zero.
    pub(super) fn take(&mut self, is_taken: impl Fn(&D) -> bool) -> Vec<LinearExpr<D>> {
        let mentions = |lead: &D, row: &LinearExpr<D>| is_taken(lead) || row.mentions(&is_taken);
        let leads = self.rows.iter().filter(|(lead, row)| mentions(lead, row)).map(|(lead, _)| lead.clone());
        let leads: Vec<D> = leads.collect();
        let taken = leads.into_iter().filter_map(|lead| self.rows.remove_entry(&lead));
        taken.map(|(lead, row)| row.plus(&lead, &Rat::from(-1))).collect()
    }
}

/// A row as an expression that is zero.
fn equation<D: Dimension>(lead: &D, row: &LinearExpr<D>) -> LinearExpr<D> {
    row.clone().plus(lead, &Rat::from(-1))
}

/// A column of the two halves of Zassenhaus's matrix; `None` is the column of constants.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Half<D> {
    Left(Option<D>),
    Right(Option<D>),
}

/// A row in one half of the matrix, with its constant as a coefficient.
fn homogeneous<D: Dimension>(
    expr: &LinearExpr<D>,
    half: impl Fn(Option<D>) -> Half<D>,
) -> LinearExpr<Half<D>> {
    let mut row = LinearExpr::constant(0).plus(&half(None), &expr.constant);
    for (dimension, coefficient) in expr.terms() {
        row.add(&half(Some(dimension.clone())), coefficient);
    }
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expr(terms: &[(char, i64)], constant: i64) -> LinearExpr<char> {
        let sum = LinearExpr::constant(constant);
        terms.iter().fold(sum, |sum, (name, factor)| sum.plus(name, &Rat::from(*factor)))
    }

    fn system(equations: &[LinearExpr<char>]) -> Affine<char> {
        let mut system = Affine::default();
        equations.iter().for_each(|equation| system.equate(equation).expect("consistent"));
        system
    }

    #[test]
    fn the_echelon_form_is_canonical() {
        let one = system(&[expr(&[('a', 1), ('b', 1)], -3), expr(&[('b', 2), ('c', -2)], 4)]);
        let other = system(&[expr(&[('a', 1), ('c', 1)], -5), expr(&[('a', 2), ('b', 2)], -6)]);
        assert_eq!(one, other);
        assert!(one.implies(&expr(&[('a', 1), ('c', 1)], -5)));
        assert_eq!(one.clone().equate(&expr(&[('a', 1), ('b', 1)], -4)), Err(Empty));
    }

    #[test]
    fn forgetting_projects() {
        let mut both = system(&[expr(&[('a', 1), ('b', -1)], 0), expr(&[('b', 1), ('c', -1)], -1)]);
        both.forget(&'b');
        assert_eq!(both, system(&[expr(&[('a', 1), ('c', -1)], -1)]));
        both.forget(&'c');
        assert_eq!(both, Affine::default());
    }

    #[test]
    fn hulls_keep_common_equations() {
        let one = system(&[expr(&[('a', 1)], 0), expr(&[('b', 1)], -9)]);
        let other = system(&[expr(&[('a', 1)], -1), expr(&[('b', 1)], -8)]);
        assert_eq!(one.hull(&other), system(&[expr(&[('a', 1), ('b', 1)], -9)]));
        assert!(one.hull(&other).includes(&one) && one.hull(&other).includes(&other));
        let same = system(&[expr(&[('a', 1), ('b', 1)], -9), expr(&[('c', 1)], -2)]);
        assert_eq!(same.hull(&same), same);
    }
}
