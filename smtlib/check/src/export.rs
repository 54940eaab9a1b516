//! Parts of a proof for other programs: its Boolean part for checkers of clausal proofs, and the clauses of
//! the theories as questions for other solvers.
//!
//! In the Boolean part, formulas are variables. What a rule other than resolution says is a clause of the
//! input, in which its premises are negated; all conclusions are learned clauses, in order. Steps of
//! subproofs are clauses in which the open assumptions are negated.

use crate::rules;
use crate::script;
use crate::terms::{Term, Terms};
use fxhash::{FxHashMap, FxHashSet};
use std::fmt::Write as _;

/// The Boolean part of a proof.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Skeleton {
    /// The clauses that are given, in the format DIMACS.
    pub clauses: String,
    /// The clauses that follow from them, in the format DRAT.
    pub proof: String,
}

/// What a proof says beside its verdict.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Exports {
    /// The Boolean part.
    pub skeleton: Skeleton,
    /// Scripts that are unsatisfiable if the steps of the theories are valid, one for each different step.
    pub lemmas: Vec<String>,
    /// How many steps have no script, since they speak of bound variables.
    pub left_out: usize,
}

/// A step: the clauses of its premises, and its own.
type Inference = (Vec<Box<[Term]>>, Box<[Term]>);

/// Collects what is exported while a proof is checked.
#[derive(Default)]
pub(crate) struct Exporter {
    /// The numbers of formulas.
    numbers: FxHashMap<Term, usize>,
    given: Vec<Vec<i64>>,
    learned: Vec<Vec<i64>>,
    lemmas: Vec<Inference>,
    known: FxHashSet<Inference>,
}

impl Exporter {
    /// Adds an assertion.
    pub(crate) fn assumption(&mut self, terms: &Terms, term: Term) {
        let literal = self.literal(terms, term);
        self.given.push(vec![literal]);
    }

    /// Adds a step below these assumptions of subproofs. One without a rule that is checked is a lemma.
    pub(crate) fn step(
        &mut self,
        terms: &Terms,
        rule: &str,
        premises: &[&[Term]],
        clause: &[Term],
        open: &[Term],
    ) {
        let mut literals: Vec<i64> = clause.iter().map(|literal| self.literal(terms, *literal)).collect();
        let is_known = rules::is_known(rule);
        if !rules::is_clausal(rule) {
            let mut axiom = literals.clone();
            // Premises of rules that are checked are unit clauses.
            let units = premises.iter().filter(|_| is_known).flat_map(|premise| premise.iter());
            axiom.extend(units.map(|unit| -self.literal(terms, *unit)));
            self.given.push(axiom);
        }
        if rules::is_about_theories(rule) || !is_known && rule != "subproof" {
            let premises = premises.iter().map(|premise| Box::from(*premise)).collect();
            let inference: Inference = (premises, clause.into());
            if self.known.insert(inference.clone()) {
                self.lemmas.push(inference);
            }
        }
        literals.extend(open.iter().map(|assumption| -self.literal(terms, *assumption)));
        self.learned.push(literals);
    }

    /// The number of a literal.
    fn literal(&mut self, terms: &Terms, term: Term) -> i64 {
        let (atom, is_positive) = terms.literal(term);
        let next = self.numbers.len() + 1;
        let number = *self.numbers.entry(atom).or_insert(next) as i64;
        if is_positive { number } else { -number }
    }

    /// What was collected, as text.
    pub(crate) fn finish(mut self, terms: &Terms) -> Exports {
        // Resolution knows these without premises.
        let constants = [self.literal(terms, Term::TRUE), -self.literal(terms, Term::FALSE)];
        self.given.extend(constants.map(|literal| vec![literal]));
        let mut clauses = format!("p cnf {} {}\n", self.numbers.len(), self.given.len());
        self.given.iter().for_each(|clause| write_clause(&mut clauses, clause));
        let mut proof = String::new();
        // What holds by itself is no step.
        let is_step = |clause: &&Vec<i64>| !clause.iter().any(|literal| clause.contains(&-literal));
        self.learned.iter().filter(is_step).for_each(|clause| write_clause(&mut proof, clause));
        let scripts = self.lemmas.iter().map(|(premises, clause)| script::question(terms, premises, clause));
        let scripts: Vec<Option<String>> = scripts.collect();
        let left_out = scripts.iter().filter(|script| script.is_none()).count();
        let lemmas = scripts.into_iter().flatten().collect();
        Exports { skeleton: Skeleton { clauses, proof }, lemmas, left_out }
    }
}

fn write_clause(out: &mut String, clause: &[i64]) {
    for literal in clause {
        let _ = write!(out, "{literal} ");
    }
    out.push_str("0\n");
}
