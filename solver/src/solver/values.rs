//! Values of terms in a model, quantified ones included.

use super::Solver;
use crate::answer::Unknown;
use crate::limits::Budget;
use crate::model::{Model, Value};
use crate::qe;
use crate::term::Term;

impl Solver {
    /// The values of terms in a model. What is quantified in them is decided with the model's values in place
    /// of the free symbols, within the limits that the options set; the reason if that does not succeed.
    ///
    /// ```
    /// use cfp_solver::{Answer, Solver, Sort, Value};
    ///
    /// let mut solver = Solver::new();
    /// let terms = solver.terms_mut();
    /// let (x, y) = (terms.constant("x", Sort::Int), terms.constant("y", Sort::Int));
    /// let (two, seven) = (terms.int(2), terms.int(7));
    /// let twice = terms.mul(two, x);
    /// let half = terms.eq(twice, y);
    /// let is_even = terms.exists(&[x], half);
    /// let is_seven = terms.eq(y, seven);
    /// solver.assert(is_seven);
    /// assert_eq!(solver.check(), Answer::Sat);
    /// let model = solver.model().unwrap().clone();
    /// assert_eq!(solver.values(&model, &[is_even, y]).unwrap()[0], Value::Bool(false));
    /// ```
    pub fn values(&mut self, model: &Model, roots: &[Term]) -> Result<Vec<Value>, Unknown> {
        let mut budget = Budget::start(&self.options.limits, &self.interrupt);
        self.values_within(model, roots, &mut budget)
    }

    pub(super) fn values_within(
        &mut self,
        model: &Model,
        roots: &[Term],
        budget: &mut Budget,
    ) -> Result<Vec<Value>, Unknown> {
        qe::values(&mut self.terms, model, roots, &self.options, budget)
    }
}
