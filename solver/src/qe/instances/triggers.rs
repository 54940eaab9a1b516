//! Where to make instances of a universal part: terms in its variables, and terms of the problem that match
//! them.
//!
//! Patterns that were given are used. Those that lack variables are completed by others. Without any,
//! applications of functions in the body are used: the smallest ones with all variables, or else some that
//! have all variables together.

use super::skolem::Universal;
use crate::term::{Op, Term, Terms};
use fxhash::{FxHashMap, FxHashSet};

/// Larger patterns are not used.
const MAX_SIZE: usize = 100;
/// Triggers of one universal part, at most.
const MAX_TRIGGERS: usize = 12;
/// Terms of one trigger, at most.
const MAX_TERMS: usize = 6;

/// A term with places for variables.
#[derive(Clone, Debug)]
pub(super) enum Pattern {
    /// A variable, by its number.
    Variable(usize),
    /// A term without variables.
    Ground(Term),
    /// An operator, applied.
    Apply(Op, Vec<Pattern>),
}

/// Patterns that have all variables together.
pub(super) type Trigger = Vec<Pattern>;

/// What is known about the terms of a body.
struct Body<'a> {
    terms: &'a Terms,
    variables: &'a [Term],
    /// Sets of variables, as sorted numbers, of the terms that have some.
    within: FxHashMap<Term, Vec<usize>>,
}

/// The triggers of a universal part.
pub(super) fn triggers(terms: &Terms, universal: &Universal) -> Vec<Trigger> {
    let roots: Vec<Term> = universal.patterns.iter().flatten().copied().chain([universal.body]).collect();
    let body = Body::new(terms, &universal.variables, &roots);
    let mut chosen: Vec<Vec<Term>> = Vec::new();
    for pattern in &universal.patterns {
        if pattern.iter().all(|&term| body.is_usable(term))
            && let Some(complete) = body.completed(pattern, universal)
            && !chosen.contains(&complete)
        {
            chosen.push(complete);
        }
    }
    if chosen.is_empty() {
        chosen = body.inferred(universal.body);
    }
    chosen.truncate(MAX_TRIGGERS);
    chosen.iter().map(|terms| terms.iter().map(|&term| body.compiled(term)).collect()).collect()
}

impl<'a> Body<'a> {
    fn new(terms: &'a Terms, variables: &'a [Term], roots: &[Term]) -> Body<'a> {
        let mut within: FxHashMap<Term, Vec<usize>> = FxHashMap::default();
        for term in terms.reachable(roots) {
            let mut found: Vec<usize> =
                variables.iter().position(|&variable| variable == term).into_iter().collect();
            found.extend(terms.args(term).iter().filter_map(|arg| within.get(arg)).flatten());
            found.sort_unstable();
            found.dedup();
            if !found.is_empty() {
                within.insert(term, found);
            }
        }
        Body { terms, variables, within }
    }

    fn variables_of(&self, term: Term) -> &[usize] {
        self.within.get(&term).map_or(&[], |found| found)
    }

    fn have_all(&self, parts: &[Term]) -> bool {
        let all: FxHashSet<usize> = parts.iter().flat_map(|&part| self.variables_of(part)).copied().collect();
        all.len() == self.variables.len()
    }

    /// Whether terms can match this: an application, not too large.
    fn is_usable(&self, term: Term) -> bool {
        let is_boolean = |op: Op| matches!(op, Op::And | Op::Or | Op::Not | Op::Implies | Op::Ite | Op::Xor);
        self.within.contains_key(&term)
            && !self.variables.contains(&term)
            && !is_boolean(self.terms.op(term))
            && self.terms.reachable_within(term, |_, _| true).len() <= MAX_SIZE
    }

    /// A given pattern together with other ones, or parts of the body, such that they have all variables.
    fn completed(&self, pattern: &[Term], universal: &Universal) -> Option<Vec<Term>> {
        if self.have_all(pattern) {
            return Some(pattern.to_vec());
        }
        let others = universal.patterns.iter().flatten().copied().filter(|&other| self.is_usable(other));
        let candidates: Vec<Term> = others.chain(self.candidates(universal.body)).collect();
        self.covering(pattern.to_vec(), &candidates)
    }

    /// Adds the candidates with the most variables that are still missing, until there are all.
    fn covering(&self, mut chosen: Vec<Term>, candidates: &[Term]) -> Option<Vec<Term>> {
        while !self.have_all(&chosen) {
            let have: FxHashSet<usize> =
                chosen.iter().flat_map(|&term| self.variables_of(term)).copied().collect();
            let gain = |&&term: &&Term| {
                self.variables_of(term).iter().filter(|&variable| !have.contains(variable)).count()
            };
            // The first of the best: given patterns, then small terms.
            let best = candidates.iter().rev().max_by_key(gain)?;
            if gain(&best) == 0 || chosen.len() == MAX_TERMS {
                return None;
            }
            chosen.push(*best);
        }
        Some(chosen)
    }

    /// Applications of functions to variables, terms without variables and such applications; small ones
    /// first.
    fn candidates(&self, body: Term) -> Vec<Term> {
        let mut suitable: FxHashSet<Term> = FxHashSet::default();
        let mut found = Vec::new();
        for term in self.terms.reachable(&[body]) {
            let is_function = matches!(self.terms.op(term), Op::Apply(_) | Op::Select | Op::Store);
            let is_known = |arg: &Term| {
                suitable.contains(arg) || self.variables.contains(arg) || !self.within.contains_key(arg)
            };
            if is_function && self.is_usable(term) && self.terms.args(term).iter().all(is_known) {
                suitable.insert(term);
                found.push(term);
            }
        }
        found
    }

    /// Triggers from the body.
    fn inferred(&self, body: Term) -> Vec<Vec<Term>> {
        let candidates = self.candidates(body);
        let full: Vec<Term> =
            candidates.iter().copied().filter(|&candidate| self.have_all(&[candidate])).collect();
        let is_part = |part: Term, whole: Term| part != whole && self.terms.mentions(&[whole], [part]);
        let is_minimal = |&term: &Term| !full.iter().any(|&other| is_part(other, term));
        let minimal: Vec<Term> = full.iter().copied().filter(is_minimal).collect();
        // One of which the body has a larger instance would match what its instances bring, without end.
        let ends = |&term: &Term| !candidates.iter().any(|&other| self.grows(term, other));
        let ending: Vec<Term> = minimal.iter().copied().filter(ends).collect();
        let chosen = if ending.is_empty() { minimal } else { ending };
        if chosen.is_empty() {
            return self.covering(Vec::new(), &candidates).into_iter().collect();
        }
        chosen.into_iter().map(|term| vec![term]).collect()
    }

    /// Whether a term is an instance of another in which something larger is in the place of a variable.
    fn grows(&self, term: Term, instance: Term) -> bool {
        if term == instance || self.terms.op(term) != self.terms.op(instance) {
            return false;
        }
        let mut pairs = vec![(term, instance)];
        let mut is_larger = false;
        while let Some((term, instance)) = pairs.pop() {
            if term == instance {
                continue;
            }
            if self.variables.contains(&term) {
                is_larger |= self.within.contains_key(&instance) && !self.variables.contains(&instance);
                continue;
            }
            let (left, right) = (self.terms.args(term), self.terms.args(instance));
            if self.terms.op(term) != self.terms.op(instance) || left.len() != right.len() {
                return false;
            }
            pairs.extend(left.iter().copied().zip(right.iter().copied()));
        }
        is_larger
    }

    fn compiled(&self, term: Term) -> Pattern {
        if let Some(number) = self.variables.iter().position(|&variable| variable == term) {
            return Pattern::Variable(number);
        }
        if !self.within.contains_key(&term) {
            return Pattern::Ground(term);
        }
        let args = self.terms.args(term).iter().map(|&arg| self.compiled(arg)).collect();
        Pattern::Apply(self.terms.op(term), args)
    }
}
