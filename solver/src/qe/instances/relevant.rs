//! What a model needs of the ground formulas: one true part of a disjunction, one branch of an `ite`.
//!
//! Instances are made of terms that are needed. The parts of earlier instances that this model does not use
//! would only lead to instances that it does not use either.

use crate::model::{Model, Value};
use crate::term::{Op, Sort, Term, Terms};
use fxhash::{FxHashMap, FxHashSet};

/// The needed terms of a model.
#[derive(Default)]
pub(super) struct Relevant {
    /// Each once, arguments before the terms that use them.
    pub(super) terms: Vec<Term>,
    /// Terms that are equal in the model because a needed equation or a condition says so.
    pub(super) equal: Vec<(Term, Term)>,
}

struct Walk<'a> {
    terms: &'a Terms,
    truths: FxHashMap<Term, bool>,
    seen: FxHashSet<Term>,
    pending: Vec<Term>,
    equal: Vec<(Term, Term)>,
}

impl Relevant {
    /// What the model needs to make these formulas true.
    pub(super) fn of(terms: &Terms, model: &Model, formulas: &[Term]) -> Relevant {
        let mut walk = Walk::new(terms, model, formulas);
        for &formula in formulas {
            walk.visit(formula);
            while let Some(term) = walk.pending.pop() {
                walk.enter(term);
            }
        }
        let mut found: Vec<Term> = walk.seen.into_iter().collect();
        found.sort_unstable();
        Relevant { terms: found, equal: walk.equal }
    }

    /// All terms of these formulas, with what the model makes equal by equations of them.
    pub(super) fn all(terms: &Terms, model: &Model, formulas: &[Term]) -> Relevant {
        let mut walk = Walk::new(terms, model, formulas);
        let all = terms.reachable(formulas);
        for &term in &all {
            walk.equate(term);
        }
        Relevant { terms: all, equal: walk.equal }
    }
}

impl<'a> Walk<'a> {
    fn new(terms: &'a Terms, model: &Model, formulas: &[Term]) -> Walk<'a> {
        let mut formulas = terms.reachable(formulas);
        formulas.retain(|&term| terms.sort(term) == Sort::Bool);
        let truth = |(term, value): (Term, Value)| Some((term, value.as_bool()?));
        let values = model.eval_all(terms, &formulas);
        let truths = formulas.into_iter().zip(values).filter_map(truth).collect();
        Walk { terms, truths, seen: FxHashSet::default(), pending: Vec::new(), equal: Vec::new() }
    }

    fn visit(&mut self, term: Term) {
        if self.seen.insert(term) {
            self.pending.push(term);
        }
    }

    /// Visits the parts of a term that its value depends on.
    fn enter(&mut self, term: Term) {
        self.equate(term);
        let args = self.terms.args(term);
        let is_true = self.truths.get(&term).copied();
        match (self.terms.op(term), is_true) {
            (Op::And, Some(false)) => self.visit_one(args, &[], false),
            (Op::Or, Some(true)) => self.visit_one(args, &[], true),
            (Op::Implies, Some(true)) => {
                let (&conclusion, premises) = args.split_last().expect("an implication has a conclusion");
                self.visit_one(premises, &[conclusion], false);
            }
            (Op::Ite, _) => {
                self.visit(args[0]);
                let branch = if self.truths.get(&args[0]) == Some(&true) { args[1] } else { args[2] };
                self.visit(branch);
            }
            _ => args.iter().for_each(|&arg| self.visit(arg)),
        }
    }

    /// Visits one part with this value, or one of the others with the opposite value: one that is needed
    /// anyway if there is such.
    fn visit_one(&mut self, parts: &[Term], others: &[Term], value: bool) {
        let truths = &self.truths;
        let is_reason = |(term, wanted): &(Term, bool)| truths.get(term) == Some(wanted);
        let parts = parts.iter().map(|&part| (part, value));
        let others = others.iter().map(|&other| (other, !value));
        let mut reasons = parts.chain(others).filter(is_reason).map(|(part, _)| part);
        let Some(first) = reasons.next() else { return };
        let needed = self.seen.contains(&first) || reasons.any(|part| self.seen.contains(&part));
        if !needed {
            self.visit(first);
        }
    }

    /// Notes what is equal because of a true equation or a decided `ite`.
    fn equate(&mut self, term: Term) {
        let args = self.terms.args(term);
        match self.terms.op(term) {
            Op::Eq if self.truths.get(&term) == Some(&true) => {
                self.equal.extend(args.windows(2).map(|pair| (pair[0], pair[1])));
            }
            Op::Ite if self.terms.sort(term) != Sort::Bool => {
                let is_first = self.truths.get(&args[0]) == Some(&true);
                self.equal.push((term, if is_first { args[1] } else { args[2] }));
            }
            _ => {}
        }
    }
}
