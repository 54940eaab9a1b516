//! Formulas back to terms.

use super::formula::{Edge, Formulas, Node};
use crate::term::{Op, Term, Terms};
use fxhash::FxHashMap;

/// Terms of formulas that were written already.
#[derive(Default)]
pub(super) struct Writer {
    written: FxHashMap<Edge, Term>,
}

impl Writer {
    /// How many formulas were written.
    pub(super) fn len(&self) -> usize {
        self.written.len()
    }

    /// The term of a formula.
    pub(super) fn write(&mut self, formulas: &Formulas, terms: &mut Terms, root: Edge) -> Term {
        let mut stack = vec![root];
        while let Some(&edge) = stack.last() {
            if self.written.contains_key(&edge) {
                stack.pop();
                continue;
            }
            let parts = parts(formulas, edge);
            let before = stack.len();
            stack.extend(parts.iter().filter(|part| !self.written.contains_key(part)));
            if stack.len() == before {
                stack.pop();
                let args: Vec<Term> = parts.iter().map(|part| self.written[part]).collect();
                self.written.insert(edge, term(formulas, terms, edge, &args));
            }
        }
        self.written[&root]
    }
}

/// The term of a formula, given the terms of its parts.
fn term(formulas: &Formulas, terms: &mut Terms, edge: Edge, args: &[Term]) -> Term {
    match formulas.node(edge) {
        Node::True => terms.bool(!edge.is_negated()),
        Node::Atom(atom) => formulas.leaf_term(terms, *atom, edge.is_negated()),
        Node::And(_) if edge.is_negated() => terms.or(args),
        Node::And(_) => terms.and(args),
        Node::Xor(..) => {
            let op = if edge.is_negated() { Op::Eq } else { Op::Xor };
            terms.make(op, args).expect("a connective of formulas")
        }
        Node::Ite(..) => terms.ite(args[0], args[1], args[2]),
    }
}

/// The formulas that the term of a formula is made of.
fn parts(formulas: &Formulas, edge: Edge) -> Vec<Edge> {
    let negate = edge.is_negated();
    match formulas.node(edge) {
        Node::True | Node::Atom(_) => Vec::new(),
        Node::And(parts) => parts.iter().map(|part| part.negated_if(negate)).collect(),
        Node::Xor(left, right) => vec![*left, *right],
        Node::Ite(condition, then, otherwise) => {
            vec![*condition, then.negated_if(negate), otherwise.negated_if(negate)]
        }
    }
}
