//! Linear expressions over dimensions.

use super::Dimension;
use cfp_solver::Rat;

/// A sum of dimensions with coefficients, and a constant. No coefficient is zero.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LinearExpr<D> {
    /// Sorted by dimension.
    terms: Vec<(D, Rat)>,
    pub(super) constant: Rat,
}

impl<D: Dimension> LinearExpr<D> {
    /// A number.
    pub fn constant(value: impl Into<Rat>) -> LinearExpr<D> {
        LinearExpr { terms: Vec::new(), constant: value.into() }
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
        match self.find(dimension) {
            Ok(at) => {
                self.terms[at].1 += factor;
                if self.terms[at].1.is_zero() {
                    self.terms.remove(at);
                }
            }
            Err(_) if factor.is_zero() => {}
            Err(at) => self.terms.insert(at, (dimension.clone(), factor.clone())),
        }
    }

    pub(super) fn add_expr(&mut self, other: &LinearExpr<D>, factor: &Rat) {
        self.constant.add_mul_assign(&other.constant, factor);
        if let [(dimension, coefficient)] = &other.terms[..] {
            return self.add(dimension, &(coefficient * factor));
        }
        if factor.is_zero() || other.terms.is_empty() {
            return;
        }
        // Merges two sorted lists.
        let mut merged = Vec::with_capacity(self.terms.len() + other.terms.len());
        let mut own = std::mem::take(&mut self.terms).into_iter().peekable();
        for (dimension, coefficient) in &other.terms {
            while let Some(term) = own.next_if(|term| term.0 < *dimension) {
                merged.push(term);
            }
            let product = coefficient * factor;
            match own.next_if(|term| term.0 == *dimension) {
                Some((_, before)) => {
                    let sum = &before + &product;
                    merged.extend((!sum.is_zero()).then(|| (dimension.clone(), sum)));
                }
                None => merged.push((dimension.clone(), product)),
            }
        }
        merged.extend(own);
        self.terms = merged;
    }

    fn find(&self, dimension: &D) -> Result<usize, usize> {
        self.terms.binary_search_by(|term| term.0.cmp(dimension))
    }

    /// Removes a dimension; returns its coefficient.
    pub(super) fn remove(&mut self, dimension: &D) -> Option<Rat> {
        self.find(dimension).ok().map(|at| self.terms.remove(at).1)
    }

    /// The coefficient of a dimension.
    pub fn coefficient(&self, dimension: &D) -> Option<&Rat> {
        self.find(dimension).ok().map(|at| &self.terms[at].1)
    }

    /// The dimensions with their coefficients, in their order.
    pub fn terms(&self) -> impl Iterator<Item = (&D, &Rat)> {
        self.terms.iter().map(|(dimension, coefficient)| (dimension, coefficient))
    }

    /// Whether a dimension occurs that has some property.
    pub(super) fn mentions(&self, has: impl Fn(&D) -> bool) -> bool {
        self.terms.iter().any(|(dimension, _)| has(dimension))
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
