//! Formulas and assignments that explain: interpolants, abducts, and minimum satisfying assignments. Each
//! result is checked by searches of its own before it is given.

use super::Solver;
use crate::answer::Unknown;
use crate::limits::Budget;
use crate::model::Value;
use crate::qe::{self, Minimum};
use crate::term::{Symbol, Term};

impl Solver {
    /// A formula over the common symbols of two others that the first one implies and that contradicts the
    /// second; none if both can hold together. The assertions are not looked at.
    ///
    /// ```
    /// use cfp_solver::{Solver, Sort};
    ///
    /// let mut solver = Solver::new();
    /// let terms = solver.terms_mut();
    /// let [x, y, z] = ["x", "y", "z"].map(|name| terms.constant(name, Sort::Int));
    /// let (one, two) = (terms.int(1), terms.int(2));
    /// let (twice, next) = (terms.mul(two, y), terms.mul(two, z));
    /// let odd = terms.add(&[next, one]);
    /// let (even, odd) = (terms.eq(x, twice), terms.eq(x, odd));
    /// let between = solver.interpolant(even, odd).unwrap().unwrap();
    /// assert_eq!(solver.terms().display(between).to_string(), "((_ divisible 2) x)");
    /// ```
    pub fn interpolant(&mut self, first: Term, second: Term) -> Result<Option<Term>, Unknown> {
        let mut budget = Budget::start(&self.options.limits, &self.interrupt);
        qe::interpolant(&mut self.terms, first, second, &self.options, &mut budget)
    }

    /// The weakest formula, over as few symbols as possible, that is consistent with the assertions and
    /// implies a conclusion together with them; none if there is none.
    ///
    /// ```
    /// use cfp_solver::{Solver, Sort};
    ///
    /// let mut solver = Solver::new();
    /// let terms = solver.terms_mut();
    /// let [x, y, z] = ["x", "y", "z"].map(|name| terms.constant(name, Sort::Int));
    /// let (order, goal) = (terms.le(&[x, y]), terms.le(&[x, z]));
    /// solver.assert(order);
    /// let missing = solver.abduct(goal).unwrap().unwrap();
    /// let negated = solver.terms_mut().not(goal);
    /// solver.assert(missing);
    /// solver.assert(negated);
    /// assert_eq!(solver.check(), cfp_solver::Answer::Unsat);
    /// ```
    pub fn abduct(&mut self, conclusion: Term) -> Result<Option<Term>, Unknown> {
        let mut budget = Budget::start(&self.options.limits, &self.interrupt);
        let assumption = self.terms.and(&self.assertions);
        let symbols = self.terms.free_symbols(&[assumption, conclusion]);
        let variables: Vec<Term> = symbols.into_iter().map(|symbol| self.terms.symbol(symbol)).collect();
        qe::abduct(&mut self.terms, assumption, conclusion, &variables, &self.options, &mut budget)
    }

    /// Values for some of the symbols that make the assertions true whatever the others are, at the least
    /// cost; none if the assertions have no model. Symbols without a cost are taken to be free of charge.
    ///
    /// ```
    /// use cfp_solver::{Solver, Sort};
    ///
    /// let mut solver = Solver::new();
    /// let terms = solver.terms_mut();
    /// let symbols = ["x", "y", "z"].map(|name| terms.declare(name, Sort::Int));
    /// let [x, y, z] = symbols.map(|symbol| terms.symbol(symbol));
    /// let zero = terms.int(0);
    /// let (sum, positive) = (terms.add(&[x, y]), terms.lt(&[zero, z]));
    /// let either = terms.lt(&[zero, sum]);
    /// let formula = terms.or(&[either, positive]);
    /// solver.assert(formula);
    /// let costs = symbols.map(|symbol| (symbol, 1));
    /// let values = solver.minimum_assignment(&costs).unwrap().unwrap();
    /// assert_eq!(values.len(), 1);
    /// assert_eq!(values[0].0, symbols[2]);
    /// ```
    pub fn minimum_assignment(
        &mut self,
        costs: &[(Symbol, u64)],
    ) -> Result<Option<Vec<(Symbol, Value)>>, Unknown> {
        let mut budget = Budget::start(&self.options.limits, &self.interrupt);
        let formula = self.terms.and(&self.assertions);
        let truth = self.terms.bool(true);
        let priced: Vec<(Term, u64)> =
            costs.iter().map(|&(symbol, cost)| (self.terms.symbol(symbol), cost)).collect();
        let found = qe::minimum(&mut self.terms, [truth, formula], &priced, &self.options, &mut budget)?;
        let Some(Minimum { assigned, model }) = found else { return Ok(None) };
        let values = self.values_within(&model, &assigned, &mut budget)?;
        let symbols = costs.iter().zip(&priced).filter(|(_, (term, _))| assigned.contains(term));
        let assignment: Vec<(Symbol, Value)> = symbols.map(|((symbol, _), _)| *symbol).zip(values).collect();
        Ok(Some(assignment))
    }
}
