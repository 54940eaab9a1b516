//! Axioms about uninterpreted functions (thesis, section 5.3.2): universally quantified facts, instantiated
//! at the applications that occur in a query.

use crate::symbolic::facts::logic::Logic;
use cfp_solver::{Op, Symbol, Term};

/// `forall variables. body`, instantiated where the symbol that indexes it occurs.
pub(crate) struct Fact {
    pub(crate) variables: Vec<Term>,
    pub(crate) body: Term,
}

/// A checkpoint of the axiom base.
#[derive(Clone, Copy)]
pub(crate) struct Mark {
    pub(crate) facts: usize,
    pub(crate) iteration_facts: usize,
    pub(crate) growths: usize,
    pub(crate) assignments: usize,
}

impl Logic {
    /// A checkpoint of the current axioms.
    pub(crate) fn mark(&self) -> Mark {
        Mark {
            facts: self.stated.len(),
            iteration_facts: self.iteration_facts.len(),
            growths: self.growths.len(),
            assignments: self.assignments.len(),
        }
    }

    /// Retracts the axioms stated since a checkpoint, because they described another state.
    pub(crate) fn retract_since(&mut self, from: Mark) {
        for symbol in self.stated.drain(from.facts..).rev() {
            self.facts.get_mut(&symbol).and_then(Vec::pop);
        }
        self.iteration_facts.truncate(from.iteration_facts);
        self.growths.truncate(from.growths);
        self.assignments.truncate(from.assignments);
    }

    /// States an axiom about a function applied to the current iterations, for all of them.
    pub(crate) fn add_fact(&mut self, function: Symbol, body: Term) {
        self.add_fact_in(function, self.iterations.clone(), body);
    }

    /// States an axiom about a function applied to the given variables, for all their values.
    pub(crate) fn add_fact_in(&mut self, function: Symbol, variables: Vec<Term>, body: Term) {
        let fact = Fact { variables, body };
        debug_assert_eq!(fact.check_invariants(self.terms(), function), Ok(()));
        self.facts.entry(function).or_default().push(fact);
        self.stated.push(function);
    }

    /// States an axiom about a function at all its arguments.
    pub(crate) fn add_general_fact(&mut self, function: Symbol, variables: Vec<Term>, body: Term) {
        let fact = Fact { variables, body };
        debug_assert_eq!(fact.check_invariants(self.terms(), function), Ok(()));
        self.facts.entry(function).or_default().push(fact);
    }

    /// States a fact about an unknown number. The fact must be satisfiable for every valuation of the other
    /// unknowns, even where the code is unreachable; otherwise it would exclude executions.
    pub(crate) fn add_fact_about(&mut self, unknown: Term, body: Term) {
        let symbol = match self.terms().op(unknown) {
            Op::Symbol(symbol) | Op::Apply(symbol) => symbol,
            _ => return,
        };
        self.add_fact(symbol, body);
    }
}
