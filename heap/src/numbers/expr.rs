//! Linear expressions over dimensions.

use super::Dimension;
use cfp_solver::Rat;
use std::collections::BTreeMap;

/// A sum of dimensions with coefficients, and a constant. No coefficient is zero.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LinearExpr<D> {
    pub(super) terms: BTreeMap<D, Rat>,
    pub(super) constant: Rat,
}

impl<D: Dimension> LinearExpr<D> {
    /// A number.
    pub fn constant(value: impl Into<Rat>) -> LinearExpr<D> {
        LinearExpr { terms: BTreeMap::new(), constant: value.into() }
    }

    /// A dimension.
    pub fn of(dimension: D) -> LinearExpr<D> {
        LinearExpr::constant(0).plus(&dimension, &Rat::from(1))
    }

    /// The sum of dimensions.
    pub fn sum(dimensions: impl IntoIterator<Item = D>) -> LinearExpr<D> {
        let one = Rat::from(1);
        dimensions.into_iter().fold(LinearExpr::constant(0), |sum, dimension| sum.plus(&dimension, &one))
    }

    /// Adds a multiple of a dimension.
    pub fn plus(mut self, dimension: &D, factor: &Rat) -> LinearExpr<D> {
        self.add(dimension, factor);
        self
    }

    /// Adds a number.
    pub fn plus_constant(mut self, value: impl Into<Rat>) -> LinearExpr<D> {
        self.constant += &value.into();
        self
    }

    /// Adds a multiple of another expression.
    pub fn plus_expr(mut self, other: &LinearExpr<D>, factor: &Rat) -> LinearExpr<D> {
        self.add_expr(other, factor);
        self
    }

    pub(super) fn add(&mut self, dimension: &D, factor: &Rat) {
        if factor.is_zero() {
            return;
        }
        match self.terms.get_mut(dimension) {
            Some(coefficient) => {
                *coefficient += factor;
                if coefficient.is_zero() {
                    self.terms.remove(dimension);
                }
            }
            None => _ = self.terms.insert(dimension.clone(), factor.clone()),
        }
    }

    pub(super) fn add_expr(&mut self, other: &LinearExpr<D>, factor: &Rat) {
        for (dimension, coefficient) in &other.terms {
            self.add(dimension, &(coefficient * factor));
        }
        self.constant.add_mul_assign(&other.constant, factor);
    }

    /// The coefficient of a dimension.
    pub fn coefficient(&self, dimension: &D) -> Option<&Rat> {
        self.terms.get(dimension)
    }

    /// The dimensions with their coefficients.
    pub fn terms(&self) -> impl Iterator<Item = (&D, &Rat)> {
        self.terms.iter()
    }

    /// The constant part.
    pub fn constant_part(&self) -> &Rat {
        &self.constant
    }

    /// The value, if it depends on no dimension.
    pub fn as_constant(&self) -> Option<&Rat> {
        self.terms.is_empty().then_some(&self.constant)
    }

    /// The same expression over other dimensions; several may become one.
    pub(super) fn renamed<E: Dimension>(&self, name: impl Fn(&D) -> E) -> LinearExpr<E> {
        let mut renamed = LinearExpr::constant(self.constant.clone());
        for (dimension, coefficient) in &self.terms {
            renamed.add(&name(dimension), coefficient);
        }
        renamed
    }
}
