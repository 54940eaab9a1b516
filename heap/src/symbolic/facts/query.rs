//! Questions: formulas together with the facts that concern them, asked of the solver.
//!
//! Every question of the symbolic heap is asked here, and goes through
//! [`Brackets`](crate::bracket::Brackets). A question is closed under instances of what is known: ranges of
//! unknowns, facts, and [lemmas](super::lemmas) at the terms that occur in it.

use crate::bracket::Pair;
use crate::symbolic::facts::lemmas::Occurrences;
use crate::symbolic::facts::logic::Logic;
use crate::symbolic::facts::range::Range;
use cfp_solver::contextual::Truth;
use cfp_solver::{Model, Op, Symbol, Term};
use fxhash::FxHashSet;

/// So many of them are as much work as a formula in a question.
const VISITS_PER_FORMULA: u64 = 50;

/// A question that is given up has taken as long as so many formulas in others.
const HARD_QUESTION: u64 = 4_000;

/// Instances of instances are made so many times.
const MAX_ROUNDS: usize = 4;

impl Logic {
    /// Whether formulas can hold together.
    pub(crate) fn can_hold(&mut self, formulas: &[Term]) -> Truth {
        let all = self.with_facts(formulas);
        let question = self.terms().and(&all);
        let answer = self.brackets.ask(question);
        if matches!(answer, Truth::Unknown(_)) {
            self.effort += HARD_QUESTION;
        }
        answer
    }

    /// Whether a path can be taken, in loops as far as that is easy to see: one that cannot and is followed
    /// all the same does no harm, because whatever is claimed on it holds.
    pub(crate) fn can_be_taken(&mut self, path: &[Term]) -> bool {
        if self.iterations.is_empty() {
            return !self.can_hold(path).is_no();
        }
        let all = self.with_facts(path);
        let question = self.terms().and(&all);
        !self.brackets.ask_in_passing(question).is_no()
    }

    /// Whether a claim follows from premises for certain.
    pub(crate) fn follows(&mut self, premises: &[Term], claim: Term) -> bool {
        let mut formulas = premises.to_vec();
        formulas.push(self.terms().not(claim));
        self.can_hold(&formulas).is_no()
    }

    /// The same if that is easy to see: to make terms simpler, not to prove something.
    pub(crate) fn follows_at_once(&mut self, premises: &[Term], claim: Term) -> bool {
        let mut formulas = premises.to_vec();
        formulas.push(self.terms().not(claim));
        let all = self.with_facts(&formulas);
        let question = self.terms().and(&all);
        self.brackets.ask_in_passing(question).is_no()
    }

    /// Whether a claim holds whatever is known or not, but for the ranges of what occurs in it: then it holds
    /// forever.
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

    /// A model of formulas, if one is found.
    pub(crate) fn model(&mut self, formulas: &[Term]) -> Option<Model> {
        let all = self.with_facts(formulas);
        self.brackets.find_model(&all)
    }

    /// `exists variables. formula` between what may hold and what must; given up soon.
    pub(crate) fn some(&mut self, variables: &[Term], formula: Term) -> Pair {
        let exact = self.brackets.exact(formula);
        let some = self.brackets.exists_in_passing(variables, exact);
        self.effort += VISITS_PER_FORMULA;
        self.brackets.pair(some)
    }

    /// Formulas, closed under the facts and lemmas about what occurs in them.
    fn with_facts(&mut self, formulas: &[Term]) -> Vec<Term> {
        let mut all: Vec<Term> = formulas.to_vec();
        let mut pending: Vec<Term> = formulas.to_vec();
        let mut stated: FxHashSet<Term> = formulas.iter().copied().collect();
        let mut occurrences = Occurrences::default();
        let visited = self.visited;
        for round in 0..MAX_ROUNDS {
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

    /// Adds the ranges of, and facts about, all that occurs in pending formulas.
    fn close_under_facts(
        &mut self,
        pending: &mut Vec<Term>,
        all: &mut Vec<Term>,
        occurrences: &mut Occurrences,
    ) {
        while let Some(term) = pending.pop() {
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

    /// The range of an application.
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

    /// Facts about a function at one application.
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

    /// Counts work that was done elsewhere.
    pub(crate) fn add_effort(&mut self, effort: u64) {
        self.effort += effort;
    }

    /// How much work was done: the number of formulas in all questions.
    pub(crate) fn effort(&self) -> u64 {
        self.effort
    }
}
