//! Terms of a drawing in names of the program. Subterms without a name are eliminated by quantification,
//! which leaves a bracket.

use crate::symbolic::exec::executor::Executor;
use crate::symbolic::facts::choice::equal;
use crate::symbolic::facts::logic::Logic;
use crate::symbolic::report::sketch::{MAX_EDGES, Sketch};
use cfp_solver::{Op, Sort, Term};
use fxhash::FxHashMap;
use std::collections::BTreeSet;

/// Limits on the facts shown, and on unknowns compared with variables.
const MAX_FACTS: usize = 8;
const MAX_RENAMED: usize = 12;

impl Executor<'_> {
    /// Among equal variables, prefers the name that was declared first: a later one may be the counter of a
    /// loop that has ended.
    pub(crate) fn prefer_earlier_names(&mut self, sketch: &mut Sketch) {
        let Some(model) = sketch.model.clone() else { return };
        for later in 1..sketch.numbers.len() {
            let unknown = sketch.numbers[later].1;
            if !matches!(self.logic.terms().op(unknown), Op::Symbol(_)) || sketch.same.contains_key(&unknown)
            {
                continue;
            }
            for earlier in 0..later {
                let term = sketch.numbers[earlier].1;
                let terms = self.logic.brackets.terms();
                let is_candidate = term != unknown
                    && !terms.is_constant(term)
                    && sketch.names.is_known(terms, term)
                    && model.eval(terms, term) == model.eval(terms, unknown);
                let claim = equal(&mut self.logic, unknown, term);
                if is_candidate && self.logic.follows(&sketch.path, claim) {
                    sketch.names.terms.remove(&unknown);
                    sketch.same.insert(unknown, term);
                    break;
                }
            }
        }
    }

    /// Replaces unknowns by variables that are equal to them, up to a constant.
    pub(crate) fn renamed(&mut self, sketch: &mut Sketch, term: Term) -> Term {
        for unknown in self.logic.terms().reachable(&[term]) {
            if !matches!(self.logic.terms().op(unknown), Op::Symbol(_))
                || self.logic.terms().sort(unknown) != Sort::Int
                || sketch.names.terms.contains_key(&unknown)
                || sketch.renamed.len() >= MAX_RENAMED
                || !sketch.renamed.insert(unknown)
            {
                continue;
            }
            let Some(model) = &sketch.model else { continue };
            let value = |logic: &Logic, term| model.eval(logic.brackets.terms(), term).as_int().cloned();
            let Some(here) = value(&self.logic, unknown) else { continue };
            for (_, number) in sketch.numbers.clone() {
                let Some(there) =
                    value(&self.logic, number).filter(|_| !self.logic.brackets.terms().is_constant(number))
                else {
                    continue;
                };
                let distance = self.logic.int(here.clone() - there);
                let same = self.logic.plus(number, distance, 1);
                let claim = equal(&mut self.logic, unknown, same);
                if sketch.names.is_known(self.logic.brackets.terms(), same)
                    && self.logic.follows(&sketch.path, claim)
                {
                    sketch.same.insert(unknown, same);
                    break;
                }
            }
        }
        self.logic.substitute(term, &sketch.same)
    }

    /// A term in names of the program, as far as possible.
    pub(crate) fn named(&mut self, sketch: &mut Sketch, term: Term) -> String {
        let term = self.renamed(sketch, term);
        sketch.names.text(self.logic.brackets.terms(), term)
    }

    /// A condition in names of the program, as a bracket: an upper and a lower bound.
    pub(crate) fn bracket(&mut self, sketch: &mut Sketch, condition: Term) -> (String, String) {
        if sketch.names.is_known(self.logic.brackets.terms(), condition) {
            let text = sketch.names.text(self.logic.brackets.terms(), condition);
            return (text.clone(), text);
        }
        // Eliminate subterms without a name: one bound variable for each outermost one.
        let mut values = FxHashMap::default();
        let mut variables = Vec::new();
        let mut pending = vec![condition];
        let mut seen = BTreeSet::new();
        while let Some(term) = pending.pop() {
            if !seen.insert(term) || sketch.names.terms.contains_key(&term) {
                continue;
            }
            let terms = self.logic.brackets.terms();
            let is_opaque = match terms.op(term) {
                Op::Symbol(_) => true,
                Op::Apply(function) => !sketch.names.is_transparent(function),
                _ => false,
            };
            if is_opaque && terms.sort(term) == Sort::Int {
                let variable = self.logic.terms().constant("unknown", Sort::Int);
                variables.push(variable);
                values.insert(term, variable);
            } else {
                pending.extend_from_slice(terms.args(term));
            }
        }
        let condition = self.logic.substitute(condition, &values);
        let brackets = &mut self.logic.brackets;
        let exact = brackets.exact(condition);
        let (some, all) = (brackets.exists(&variables, exact), brackets.forall(&variables, exact));
        let (may, must) = (brackets.may(some), brackets.must(all));
        let (may, must) = (self.without_known(&sketch.path, may), self.without_known(&sketch.path, must));
        let show = |term| sketch.names.text(self.logic.brackets.terms(), term);
        (show(may), show(must))
    }

    /// A condition without the conjuncts implied by the path and the other conjuncts.
    pub(crate) fn without_known(&mut self, path: &[Term], condition: Term) -> Term {
        let simple = self.logic.brackets.simplify(condition);
        let mut parts = match self.logic.terms().op(simple) {
            Op::And => self.logic.terms().args(simple).to_vec(),
            _ => vec![simple],
        };
        let mut index = 0;
        while index < parts.len() && parts.len() <= MAX_EDGES {
            let part = parts[index];
            let mut premises = path.to_vec();
            premises.extend(parts.iter().copied().filter(|other| *other != part));
            if self.logic.follows(&premises, part) {
                parts.remove(index);
            } else {
                index += 1;
            }
        }
        self.logic.terms().and(&parts)
    }

    /// Adds numbers and facts to the graph, once as many names as possible are known.
    pub(crate) fn describe(&mut self, sketch: &mut Sketch) {
        for (name, term) in sketch.numbers.clone() {
            let value = match sketch.names.terms.get(&term) {
                // A variable named after itself holds an unknown.
                Some(known) if *known == name => match self.logic.terms().op(term) {
                    Op::Symbol(symbol) | Op::Apply(symbol) => unknown_text(self.logic.terms().name(symbol)),
                    _ => "unknown".to_string(),
                },
                _ => self.named(sketch, term),
            };
            sketch.graph.numbers.push((name, value));
        }
        // Facts that can be named come first, because they may follow from those that cannot.
        let mut known: Vec<Term> = Vec::new();
        let mut pending = sketch.path.clone();
        while let Some(part) = pending.pop() {
            if self.logic.terms().op(part) == Op::And {
                pending.extend_from_slice(self.logic.terms().args(part));
                continue;
            }
            let part = self.renamed(sketch, part);
            if sketch.names.is_known(self.logic.brackets.terms(), part) {
                known.push(part);
            }
        }
        known.reverse();
        let all = self.logic.terms().and(&known);
        let simple = self.without_known(&[], all);
        let mut known = match self.logic.terms().op(simple) {
            Op::True => Vec::new(),
            Op::And => self.logic.terms().args(simple).to_vec(),
            _ => vec![simple],
        };
        sketch.graph.is_cut |= known.len() > MAX_FACTS;
        known.truncate(MAX_FACTS);
        if !known.is_empty() {
            let all = self.logic.terms().and(&known);
            let text = sketch.names.text(self.logic.brackets.terms(), all);
            let mut facts: Vec<String> = Vec::new();
            for fact in text.split(" ∧ ") {
                if !facts.iter().any(|other| other == fact) {
                    facts.push(fact.to_string());
                }
            }
            // Do not split a conjunction inside parentheses.
            let is_whole = |fact: &String| fact.matches('(').count() == fact.matches(')').count();
            sketch.graph.facts = if facts.iter().all(is_whole) { facts } else { vec![text] };
        }
    }
}

/// The text for an unknown that only one variable holds.
fn unknown_text(name: &str) -> String {
    match name {
        "iteration" => "any iteration".to_string(),
        "variable" | "value" | "changed" | "unset" | "undefined" | "memory" | "read" => "unknown".to_string(),
        input => format!("any value of {input}()"),
    }
}
