//! Invariants of facts, and the sort checks that the other rooms build their invariants from.

use crate::symbolic::facts::axioms::Fact;
use crate::symbolic::facts::lemmas::iteration_facts::IterationFact;
use cfp_solver::{Op, Sort, Symbol, Term, Terms};

/// Returns an error with a text unless a condition holds.
pub(crate) fn ensure(holds: bool, text: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(text()) }
}

/// The term is a formula.
pub(crate) fn check_formula(terms: &Terms, term: Term, what: &str) -> Result<(), String> {
    ensure(terms.sort(term) == Sort::Bool, || format!("{what} is not a formula: {}", terms.display(term)))
}

/// The term is an integer.
pub(crate) fn check_integer(terms: &Terms, term: Term, what: &str) -> Result<(), String> {
    ensure(terms.sort(term) == Sort::Int, || format!("{what} is not an integer: {}", terms.display(term)))
}

/// All terms are integers.
pub(crate) fn check_integers(terms: &Terms, list: &[Term], what: &str) -> Result<(), String> {
    list.iter().try_for_each(|&term| check_integer(terms, term, what))
}

/// The terms are distinct integer symbols: names that a fact or an effect can bind.
pub(crate) fn check_names(terms: &Terms, names: &[Term], what: &str) -> Result<(), String> {
    for (index, &name) in names.iter().enumerate() {
        check_integer(terms, name, what)?;
        let is_name = matches!(terms.op(name), Op::Symbol(_));
        ensure(is_name, || format!("{what} is not a name: {}", terms.display(name)))?;
        let is_new = !names[..index].contains(&name);
        ensure(is_new, || format!("{what} is bound twice: {}", terms.display(name)))?;
    }
    Ok(())
}

impl Fact {
    /// The body is a formula, and every argument of the function is either bound by the fact or fixed.
    pub(crate) fn check_invariants(&self, terms: &Terms, function: Symbol) -> Result<(), String> {
        check_names(terms, &self.variables, "a variable of a fact")?;
        let arity = terms.parameters(function).len();
        ensure(self.variables.len() <= arity, || {
            format!("a fact about {} has {} variables", terms.name(function), self.variables.len())
        })?;
        check_formula(terms, self.body, "a fact")
    }
}

impl IterationFact {
    /// `forall k. 0 <= k < count => body` is well-sorted, and `k` is not one of the enclosing iterations.
    pub(crate) fn check_invariants(&self, terms: &Terms) -> Result<(), String> {
        let mut names = self.outer.clone();
        names.push(self.iteration);
        check_names(terms, &names, "an iteration")?;
        check_integer(terms, self.count, "a trip count")?;
        check_formula(terms, self.body, "the body of an iteration fact")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bracket::Brackets;
    use crate::symbolic::facts::logic::Logic;

    #[test]
    fn facts_are_formulas_over_names() {
        let mut terms = Terms::new();
        let [x, y] = ["x", "y"].map(|name| terms.constant(name, Sort::Int));
        let function = terms.declare_function("f", &[Sort::Int], Sort::Int);
        let body = terms.le(&[x, y]);
        let check = |variables: &[Term], body: Term, terms: &Terms| {
            Fact { variables: variables.to_vec(), body }.check_invariants(terms, function)
        };
        assert_eq!(check(&[x], body, &terms), Ok(()));
        assert!(check(&[x], y, &terms).unwrap_err().contains("not a formula"));
        assert!(check(&[x, y], body, &terms).unwrap_err().contains("2 variables"));
        assert!(check(&[x, x], body, &terms).unwrap_err().contains("bound twice"));
        let applied = terms.apply(function, &[x]);
        assert!(check(&[applied], body, &terms).unwrap_err().contains("not a name"));
    }

    #[test]
    fn iteration_facts_are_well_sorted() {
        let mut logic = Logic::new(Brackets::default());
        let [k, n] = ["k", "n"].map(|name| logic.terms().constant(name, Sort::Int));
        let body = logic.terms().lt(&[k, n]);
        logic.add_iteration_fact_in(Vec::new(), k, n, body);
        let check = |logic: &Logic| logic.iteration_facts[0].check_invariants(logic.brackets.terms());
        assert_eq!(check(&logic), Ok(()));
        logic.iteration_facts[0].outer.push(k);
        assert!(check(&logic).unwrap_err().contains("bound twice"));
        logic.iteration_facts[0].outer.clear();
        logic.iteration_facts[0].body = n;
        assert!(check(&logic).unwrap_err().contains("not a formula"));
        logic.iteration_facts[0].count = body;
        assert!(check(&logic).unwrap_err().contains("not an integer"));
    }
}
