//! Values of terms with quantifiers in a model.

use super::eliminate_within;
use crate::limits::{Budget, Unknown};
use crate::model::{Model, Value};
use crate::solver::Solver;
use crate::term::{Sort, Term, TermError, Terms};
use fxhash::FxHashMap;

impl Solver {
    /// The values of terms in a model. What is quantified in them is decided with the model's values in the
    /// place of the free symbols, within the limits that the options set; the reason if that does not
    /// succeed.
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
        if !self.terms.has_quantifiers(roots) {
            return Ok(model.eval_all(&self.terms, roots));
        }
        let is_inner = |terms: &Terms, term: Term| terms.quantifier(term).is_none();
        let mut outermost: Vec<Term> =
            roots.iter().flat_map(|&root| self.terms.reachable_within(root, is_inner)).collect();
        outermost.retain(|&term| self.terms.quantifier(term).is_some());
        outermost.sort_unstable();
        outermost.dedup();
        let known = self.known_values(model, &outermost);
        let unmade = |error: TermError| Unknown::Incomplete(error.to_string());
        let mut budget = Budget::start(&self.options().limits, &self.interrupt());
        let mut truths: FxHashMap<Term, Term> = FxHashMap::default();
        for term in outermost {
            let instance = self.terms.substitute(term, &known).map_err(unmade)?;
            let options = self.options().clone();
            let result = eliminate_within(&mut self.terms, instance, &options, &mut budget);
            let bounds = model.eval_all(&self.terms, &[result.must, result.may]);
            let truth = match bounds[..] {
                [Value::Bool(true), _] => true,
                [_, Value::Bool(false)] => false,
                _ => return Err(result.reason.unwrap_or(Unknown::Interrupted)),
            };
            truths.insert(term, self.terms.bool(truth));
        }
        let mut decided = Vec::with_capacity(roots.len());
        for &root in roots {
            decided.push(self.terms.substitute(root, &truths).map_err(unmade)?);
        }
        Ok(model.eval_all(&self.terms, &decided))
    }

    /// The free constants in some terms whose values can be written as terms, with these.
    fn known_values(&mut self, model: &Model, roots: &[Term]) -> FxHashMap<Term, Term> {
        let mut known = FxHashMap::default();
        for symbol in self.terms.free_symbols(roots) {
            if !self.terms.parameters(symbol).is_empty() {
                continue;
            }
            let value = match (self.terms.symbol_sort(symbol), model.value(&self.terms, symbol)) {
                (Sort::Bool, Value::Bool(value)) => self.terms.bool(value),
                (Sort::Int, Value::Int(value)) => self.terms.int(value),
                (Sort::Real, Value::Real(value)) => self.terms.real(value),
                _ => continue,
            };
            known.insert(self.terms.symbol(symbol), value);
        }
        known
    }
}
