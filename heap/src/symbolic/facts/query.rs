//! Queries: formulas together with the relevant facts, sent to the solver.
//!
//! All queries of the symbolic heap are made here and go through [`Brackets`](crate::bracket::Brackets). A
//! query is closed under instances of what is known: ranges of unknowns, facts, and [lemmas](super::lemmas)
//! at the terms that occur in it.

use crate::bracket::Pair;
use crate::symbolic::facts::lemmas::Occurrences;
use crate::symbolic::facts::logic::Logic;
use crate::symbolic::facts::range::Range;
use cfp_solver::contextual::Truth;
use cfp_solver::{Model, Op, Symbol, Term};
use fxhash::FxHashSet;

/// This many visited terms cost as much effort as one formula in a query.
const VISITS_PER_FORMULA: u64 = 50;

/// Effort charged for a query that exceeds its limit.
const HARD_QUESTION: u64 = 4_000;

/// Limit on rounds of instantiation; the instances of one round contain terms for the next.
const MAX_ROUNDS: usize = 4;

/// Formulas that facts may add to one query.
const MAX_INSTANCES: usize = 100_000;

impl Logic {
    /// Whether the formulas are satisfiable together.
    pub(crate) fn can_hold(&mut self, formulas: &[Term]) -> Truth {
        let all = self.with_facts(formulas);
        let question = self.terms().and(&all);
        let answer = self.brackets.ask(question);
        if matches!(answer, Truth::Unknown(_)) {
            self.effort += HARD_QUESTION;
        }
        answer
    }

    /// Whether a path is feasible. Inside loops only a cheap check is made. Following an infeasible path is
    /// sound: every obligation on it holds trivially.
    pub(crate) fn can_be_taken(&mut self, path: &[Term]) -> bool {
        if self.iterations.is_empty() {
            return !self.can_hold(path).is_no();
        }
        let all = self.with_facts(path);
        let question = self.terms().and(&all);
        !self.brackets.ask_in_passing(question).is_no()
    }

    /// Whether the premises entail the claim; `false` if the solver does not know.
    pub(crate) fn follows(&mut self, premises: &[Term], claim: Term) -> bool {
        let mut formulas = premises.to_vec();
        formulas.push(self.terms().not(claim));
        self.can_hold(&formulas).is_no()
    }

    /// A cheap [`Logic::follows`], for simplification rather than for proof.
    pub(crate) fn follows_at_once(&mut self, premises: &[Term], claim: Term) -> bool {
        let mut formulas = premises.to_vec();
        formulas.push(self.terms().not(claim));
        let all = self.with_facts(&formulas);
        let question = self.terms().and(&all);
        self.brackets.ask_in_passing(question).is_no()
    }

    /// Whether a claim follows from the ranges of its unknowns alone. Then it holds in every state.
    pub(crate) fn follows_from_ranges(&mut self, claim: Term) -> bool {
        let mut formulas = vec![self.terms().not(claim)];
        for term in self.terms().reachable(&[claim]) {
            let (Op::Symbol(symbol) | Op::Apply(symbol)) = self.brackets.terms().op(term) else { continue };
            let range = self.range(symbol);
            formulas.push(self.in_range(term, &range));
        }
        self.effort += formulas.len() as u64;
        let question = self.terms().and(&formulas);
        self.brackets.ask(question).is_no()
    }

    /// A model of the formulas, if the solver finds one.
    pub(crate) fn model(&mut self, formulas: &[Term]) -> Option<Model> {
        let all = self.with_facts(formulas);
        self.brackets.find_model(&all)
    }

    /// Over- and under-approximation of `exists variables. formula`, with a small budget.
    pub(crate) fn some(&mut self, variables: &[Term], formula: Term) -> Pair {
        let exact = self.brackets.exact(formula);
        let some = self.brackets.exists_in_passing(variables, exact);
        self.effort += VISITS_PER_FORMULA;
        self.brackets.pair(some)
    }

    /// The formulas, closed under facts and lemmas at the terms that occur in them.
    fn with_facts(&mut self, formulas: &[Term]) -> Vec<Term> {
        let mut all: Vec<Term> = formulas.to_vec();
        let mut pending: Vec<Term> = formulas.to_vec();
        let mut stated: FxHashSet<Term> = formulas.iter().copied().collect();
        let mut occurrences = Occurrences::default();
        let visited = self.visited;
        for round in 0..MAX_ROUNDS {
            // There will be no answer: spare the instances.
            if self.brackets.is_late() {
                break;
            }
            let before = occurrences.applications.len();
            occurrences.round = round;
            self.close_under_facts(&mut pending, &mut all, &mut occurrences);
            if occurrences.applications.len() == before {
                break;
            }
            let mut instances = self.lemma_instances(&occurrences);
            instances.retain(|instance| stated.insert(*instance));
            all.extend(&instances);
            pending.extend(instances);
        }
        all.sort_unstable();
        all.dedup();
        self.effort += all.len() as u64 + (self.visited - visited) / VISITS_PER_FORMULA;
        all
    }

    /// Adds ranges and facts for all terms of the pending formulas.
    fn close_under_facts(
        &mut self,
        pending: &mut Vec<Term>,
        all: &mut Vec<Term>,
        occurrences: &mut Occurrences,
    ) {
        while let Some(term) = pending.pop() {
            // Facts that ask for ever more instances are outside of the macro fragment. What is left out
            // makes the query weaker only.
            if all.len() > MAX_INSTANCES {
                pending.clear();
                return;
            }
            if !occurrences.seen.insert(term) {
                continue;
            }
            pending.extend_from_slice(self.brackets.terms().args(term));
            let (Op::Symbol(symbol) | Op::Apply(symbol)) = self.brackets.terms().op(term) else {
                continue;
            };
            occurrences.applications.push((symbol, term));
            self.add_range(symbol, term, all);
            let from = all.len();
            self.add_fact_instances(symbol, term, all);
            pending.extend_from_slice(&all[from..]);
        }
    }

    /// Adds the range of an application.
    fn add_range(&mut self, symbol: Symbol, term: Term, all: &mut Vec<Term>) {
        let Some(Range { low, high }) = self.ranges.get(&symbol) else { return };
        let terms = self.brackets.terms_mut();
        if let Some(low) = low {
            let low = terms.int(low.clone());
            all.push(terms.le(&[low, term]));
        }
        if let Some(high) = high {
            let high = terms.int(high.clone());
            all.push(terms.le(&[term, high]));
        }
    }

    /// Instantiates the facts about a function at one application.
    fn add_fact_instances(&mut self, symbol: Symbol, term: Term, all: &mut Vec<Term>) {
        for fact in self.facts.get(&symbol).into_iter().flatten() {
            if let Some(&known) = self.fact_instances.get(&(fact.body, term)) {
                all.push(known);
                continue;
            }
            let args = self.brackets.terms().args(term);
            let values = fact.variables.iter().copied().zip(args.iter().copied()).collect();
            let Ok(instance) = self.brackets.terms_mut().substitute(fact.body, &values) else { continue };
            self.fact_instances.insert((fact.body, term), instance);
            all.push(instance);
        }
    }

    /// Adds the effort of another analysis.
    pub(crate) fn add_effort(&mut self, effort: u64) {
        self.effort += effort;
    }

    /// Total effort: the number of formulas in all queries.
    pub(crate) fn effort(&self) -> u64 {
        self.effort
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bracket::Brackets;
    use cfp_solver::Sort;

    /// Section 5.3.2, Example 11: facts about an imprecise edge are instantiated at the terms that occur.
    #[test]
    fn facts_hold_at_the_terms_that_occur() {
        let mut logic = Logic::new(Brackets::default());
        let size = logic.terms().constant("size", Sort::Int);
        let i = logic.terms().constant("i", Sort::Int);
        let delta = logic.plain_function("delta", 1, Range::default());
        let tau = logic.plain_function("tau", 1, Range::default());
        let terms = logic.terms();
        let (zero, two) = (terms.int(0), terms.int(2));
        // delta(i) <= 0 => 0 <= i < size and i = tau(i)
        let (chosen, target) = (terms.apply(delta, &[i]), terms.apply(tau, &[i]));
        let parts = [terms.le(&[zero, i]), terms.lt(&[i, size]), terms.eq(i, target)];
        let (first, inside) = (terms.le(&[chosen, zero]), terms.and(&parts));
        let body = terms.implies(first, inside);
        logic.add_general_fact(delta, vec![i], body);
        let terms = logic.terms();
        let (chosen, target) = (terms.apply(delta, &[two]), terms.apply(tau, &[two]));
        let (first, same) = (terms.le(&[chosen, zero]), terms.eq(target, two));
        assert!(logic.follows(&[first], same));
        assert!(!logic.follows(&[], same), "without the premise nothing is known");
    }

    /// Diverging instantiation ends.
    #[test]
    fn facts_that_never_end_are_cut() {
        let mut logic = Logic::new(Brackets::default());
        let i = logic.terms().constant("i", Sort::Int);
        let f = logic.plain_function("f", 1, Range::default());
        let terms = logic.terms();
        let one = terms.int(1);
        let next = terms.add(&[i, one]);
        let (here, there) = (terms.apply(f, &[i]), terms.apply(f, &[next]));
        let body = terms.lt(&[here, there]);
        logic.add_general_fact(f, vec![i], body);
        let claim = logic.terms().le(&[here, one]);
        assert!(logic.with_facts(&[claim]).len() > MAX_INSTANCES);
    }
}
