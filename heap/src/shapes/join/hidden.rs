//! What the left side knows of integers that are not paired: bounds of differences, and values of which
//! others are made. Whether the left side covers the right one depends on them, too.
//!
//! The left side says: there are values for its hidden integers such that its equations and bounds hold. So
//! values must be shown for them, in terms of the pairs. A hidden integer that an equation ties to pairs only
//! has that value. Those that are only tied to each other can have any sum within their bounds.

use super::Joiner;
use crate::numbers::{Element, Interval};
use crate::shapes::value::{Dim, Expr, minus};
use cfp_solver::Rat;
use std::collections::BTreeSet;

impl Joiner<'_> {
    /// Whether all points of the right side have values for the hidden integers of the left side. The
    /// elements are those of both sides, with the pairs and all other integers.
    pub(super) fn covers_hidden(&self, mut left: Element<Dim>, right: &Element<Dim>) -> bool {
        // Nodes that the right side does not have are not compared.
        let missing: BTreeSet<Dim> =
            self.integers.iter().filter(|pair| pair.values[1].is_none()).map(|pair| pair.dim).collect();
        let is_absent = |dim: &Dim| {
            let home = self.sides[0].private.get(dim).and_then(|home| self.images[0].get(home));
            home.is_some_and(|home| !self.images[1].values().any(|image| image == home))
        };
        // Those that are paired themselves have another name.
        let is_paired = |dim: &Dim| {
            let value = Some(Expr::of(*dim));
            self.integers.iter().any(|pair| pair.values[0] == value && pair.values[1].is_some())
        };
        left.forget_all(|dim| missing.contains(dim) || is_absent(dim) || is_paired(dim));
        let pairs: BTreeSet<Dim> = self.integers.iter().map(|pair| pair.dim).collect();
        let hidden: BTreeSet<Dim> = rows(&left)
            .iter()
            .flat_map(|row| row.terms().map(|(dim, _)| *dim).collect::<Vec<_>>())
            .filter(|dim| !pairs.contains(dim))
            .collect();
        let mut open = BTreeSet::new();
        for &dim in &hidden {
            let mut alone = left.clone();
            alone.forget_all(|other| *other != dim && hidden.contains(other));
            let values: Vec<Expr> = rows(&alone).iter().filter_map(|row| solved(row, dim)).collect();
            if values.is_empty() {
                open.insert(dim);
            } else if !values.iter().any(|value| has_value(right, value, &left.bounds(&dim))) {
                return false;
            }
        }
        left.forget_all(|dim| hidden.contains(dim) && !open.contains(dim));
        sums_are_possible(&left, &open, right)
    }
}

/// Whether sums of hidden integers have the values that the right side gives them.
fn sums_are_possible(left: &Element<Dim>, open: &BTreeSet<Dim>, right: &Element<Dim>) -> bool {
    let mut seen = BTreeSet::new();
    rows(left).iter().all(|row| {
        let (hidden, rest): (Vec<_>, Vec<_>) = row.terms().partition(|(dim, _)| open.contains(*dim));
        if hidden.is_empty() || rest.is_empty() && row.constant_part().is_zero() {
            // Equations about pairs are compared elsewhere. The left side has a point, and so values for its
            // own integers.
            return hidden.iter().all(|(dim, _)| seen.insert(**dim));
        }
        let is_unit = |factor: &Rat| *factor == Rat::from(1) || *factor == Rat::from(-1);
        if !hidden.iter().all(|(dim, factor)| is_unit(factor) && seen.insert(**dim)) {
            return false;
        }
        let zero = Expr::constant(0);
        let sum = hidden.iter().fold(zero, |sum, (dim, factor)| sum.plus(dim, &-(*factor).clone()));
        let mut bounds: Element<Dim> = Element::default();
        for (dim, _) in &hidden {
            if bounds.restrict(dim, &left.bounds(dim)).is_err() {
                return false;
            }
        }
        let value = minus(row, &hidden.iter().fold(Expr::constant(0), |sum, (dim, by)| sum.plus(dim, by)));
        has_value(right, &value, &bounds.range(&sum))
    })
}

/// The equations, as expressions that are zero.
fn rows(element: &Element<Dim>) -> Vec<Expr> {
    element.equations().rows().map(|(lead, row)| minus(row, &Expr::of(*lead))).collect()
}

/// What a dimension is according to an equation; nothing if it does not occur.
fn solved(row: &Expr, dim: Dim) -> Option<Expr> {
    let (_, factor) = row.terms().find(|(other, _)| **other == dim)?;
    let rest = row.clone().plus(&dim, &-factor.clone());
    Some(Expr::constant(0).plus_expr(&rest, &(-(&Rat::from(1) / factor))))
}

/// Whether an expression is an integer in a range, for sure.
fn has_value(element: &Element<Dim>, expr: &Expr, range: &Interval) -> bool {
    let reduced = element.equations().reduce(expr);
    let is_integer =
        reduced.constant_part().is_integer() && reduced.terms().all(|(_, factor)| factor.is_integer());
    is_integer && range.includes(&element.related_range(expr))
}
