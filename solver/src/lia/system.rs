//! Conjunctions of linear constraints over integer variables.

use crate::linear::Linear;
use crate::num::Int;
use crate::simplex::{ArithVar, Side};

/// `form <= bound` (upper side) or `form >= bound` (lower side).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constraint {
    /// The form; variables are numbered from 0.
    pub form: Linear<ArithVar>,
    /// Whether the bound is a lower or an upper one.
    pub side: Side,
    /// The bound, included.
    pub bound: Int,
}

/// A conjunction of constraints over integer variables `0 .. num_vars`.
#[derive(Clone, Debug, Default)]
pub struct System {
    num_vars: usize,
    constraints: Vec<Constraint>,
}

impl System {
    /// No constraints on this many variables.
    pub fn new(num_vars: usize) -> System {
        System { num_vars, constraints: Vec::new() }
    }

    /// How many variables there are.
    pub fn num_vars(&self) -> usize {
        self.num_vars
    }

    /// The constraints in the order in which they were added.
    pub fn constraints(&self) -> &[Constraint] {
        &self.constraints
    }

    /// `sum coefficient * variable <= bound`
    pub fn at_most<C: Into<Int> + Clone>(&mut self, terms: &[(usize, C)], bound: impl Into<Int>) {
        self.add(terms, Side::Upper, bound.into());
    }

    /// `sum coefficient * variable >= bound`
    pub fn at_least<C: Into<Int> + Clone>(&mut self, terms: &[(usize, C)], bound: impl Into<Int>) {
        self.add(terms, Side::Lower, bound.into());
    }

    /// `sum coefficient * variable = value`: two constraints.
    pub fn equal<C: Into<Int> + Clone>(&mut self, terms: &[(usize, C)], value: impl Into<Int>) {
        let value = value.into();
        self.add(terms, Side::Upper, value.clone());
        self.add(terms, Side::Lower, value);
    }

    fn add<C: Into<Int> + Clone>(&mut self, terms: &[(usize, C)], side: Side, bound: Int) {
        assert!(terms.iter().all(|&(var, _)| var < self.num_vars), "no such variable");
        let products = terms.iter().map(|(var, c)| (ArithVar::new(*var), c.clone().into())).collect();
        self.constraints.push(Constraint { form: Linear::new(products), side, bound });
    }

    /// Whether integer values for the variables satisfy all constraints.
    pub fn is_satisfied_by(&self, values: &[Int]) -> bool {
        self.constraints.iter().all(|constraint| {
            let value = constraint.form.eval(|var| &values[var.index()]);
            match constraint.side {
                Side::Lower => value >= constraint.bound,
                Side::Upper => value <= constraint.bound,
            }
        })
    }
}
