//! Facts about unknowns at all their arguments (thesis, section 5.3.2): used wherever the unknown occurs.

use crate::symbolic::facts::logic::Logic;
use cfp_solver::Op;
use cfp_solver::Symbol;
use cfp_solver::Term;
/// `forall variables. body`, used where the symbol it is filed under occurs.
pub(crate) struct Fact {
    pub(crate) variables: Vec<Term>,
    pub(crate) body: Term,
}

/// A point in time: what was known then.
#[derive(Clone, Copy)]
pub(crate) struct Mark {
    pub(crate) facts: usize,
    pub(crate) iteration_facts: usize,
    pub(crate) growths: usize,
    pub(crate) assignments: usize,
}

impl Logic {
    /// What is known now.
    pub(crate) fn mark(&self) -> Mark {
        Mark {
            facts: self.stated.len(),
            iteration_facts: self.iteration_facts.len(),
            growths: self.growths.len(),
            assignments: self.assignments.len(),
        }
    }

    /// Forgets what was stated since, because it was about another state.
    pub(crate) fn forget_since(&mut self, from: Mark) {
        for symbol in self.stated.drain(from.facts..).rev() {
            self.facts.get_mut(&symbol).and_then(Vec::pop);
        }
        self.iteration_facts.truncate(from.iteration_facts);
        self.growths.truncate(from.growths);
        self.assignments.truncate(from.assignments);
    }

    /// States something about a function applied to the iterations under way, for all of them.
    pub(crate) fn add_fact(&mut self, function: Symbol, body: Term) {
        self.add_fact_in(function, self.iterations.clone(), body);
    }

    /// States something about a function applied to some variables, for all values of them.
    pub(crate) fn add_fact_in(&mut self, function: Symbol, variables: Vec<Term>, body: Term) {
        let fact = Fact { variables, body };
        debug_assert_eq!(fact.check_invariants(self.terms(), function), Ok(()));
        self.facts.entry(function).or_default().push(fact);
        self.stated.push(function);
    }

    /// States something about a function at all arguments.
    pub(crate) fn add_general_fact(&mut self, function: Symbol, variables: Vec<Term>, body: Term) {
        let fact = Fact { variables, body };
        debug_assert_eq!(fact.check_invariants(self.terms(), function), Ok(()));
        self.facts.entry(function).or_default().push(fact);
    }

    /// States something about an unknown number. There must be such a number whatever else is unknown, also
    /// where the program does not come to: a fact that excludes something else would exclude executions.
    pub(crate) fn add_fact_about(&mut self, unknown: Term, body: Term) {
        let symbol = match self.terms().op(unknown) {
            Op::Symbol(symbol) | Op::Apply(symbol) => symbol,
            _ => return,
        };
        self.add_fact(symbol, body);
    }
}
