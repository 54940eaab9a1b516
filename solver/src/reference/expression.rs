//! Linear expressions over GMP integers.

use rug::{Complete, Integer};
use std::collections::BTreeMap;

/// An integer variable of the reference engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Var(pub usize);

/// Values of variables; those without an entry are zero.
pub type Assignment = BTreeMap<Var, Integer>;

/// `c_1 x_1 + … + c_n x_n + c`, no coefficient zero.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Expression {
    /// The coefficients of the variables that occur.
    pub terms: BTreeMap<Var, Integer>,
    /// What is added to the products.
    pub constant: Integer,
}

impl Expression {
    /// A constant.
    pub fn constant(value: impl Into<Integer>) -> Expression {
        Expression { terms: BTreeMap::new(), constant: value.into() }
    }

    /// The expression `x`.
    pub fn variable(var: Var) -> Expression {
        Expression::product(1, var)
    }

    /// The expression `c x`.
    pub fn product(coefficient: impl Into<Integer>, var: Var) -> Expression {
        let mut product = Expression::default();
        product.add_product(&coefficient.into(), var);
        product
    }

    /// Whether no variable occurs.
    pub fn is_constant(&self) -> bool {
        self.terms.is_empty()
    }

    /// Adds `c x`.
    pub fn add_product(&mut self, coefficient: &Integer, var: Var) {
        let sum = self.terms.entry(var).or_default();
        *sum += coefficient;
        if sum.is_zero() {
            self.terms.remove(&var);
        }
    }

    /// Adds `factor * other`.
    pub fn add_multiple(&mut self, factor: &Integer, other: &Expression) {
        for (&var, coefficient) in &other.terms {
            self.add_product(&(factor * coefficient).complete(), var);
        }
        self.constant += factor * &other.constant;
    }

    /// `factor * self`
    pub fn times(&self, factor: &Integer) -> Expression {
        let mut product = Expression::default();
        product.add_multiple(factor, self);
        product
    }

    /// `self + number`
    pub fn plus(&self, number: &Integer) -> Expression {
        let mut sum = self.clone();
        sum.constant += number;
        sum
    }

    /// `self - other`
    pub fn minus(&self, other: &Expression) -> Expression {
        let mut difference = self.clone();
        difference.add_multiple(&Integer::from(-1), other);
        difference
    }

    /// Replaces a variable by an expression.
    pub fn substitute(&mut self, var: Var, value: &Expression) {
        if let Some(coefficient) = self.terms.remove(&var) {
            self.add_multiple(&coefficient, value);
        }
    }

    /// Greatest common divisor of the coefficients; zero for a constant.
    pub fn content(&self) -> Integer {
        let gcd = |gcd: Integer, coefficient: &Integer| gcd.gcd(coefficient);
        self.terms.values().fold(Integer::new(), gcd)
    }

    /// The value under an assignment.
    pub fn eval(&self, values: &Assignment) -> Integer {
        let mut sum = self.constant.clone();
        for (var, coefficient) in &self.terms {
            if let Some(value) = values.get(var) {
                sum += coefficient * value;
            }
        }
        sum
    }

    /// Words of memory, about: the price of touching it.
    pub fn size(&self) -> u64 {
        let words = |number: &Integer| 1 + u64::from(number.significant_bits() / 64);
        words(&self.constant) + self.terms.values().map(words).sum::<u64>()
    }
}
