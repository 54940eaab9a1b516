//! Clauses that are valid in the theories: which theory proves them.

use super::forms::is_comparison;
use super::steps::{Literal, Writer};
use super::{arithmetic, closure};
use crate::limits::Budget;
use crate::term::Op;

/// Proves a clause, or a part of it; returns the last step.
pub(super) fn prove(writer: &mut Writer<'_>, clause: &[Literal], budget: &mut Budget) -> Option<usize> {
    if let Some(literal) = tautology(clause) {
        return Some(writer.excluded_middle(literal));
    }
    if let Some(step) = writer.extensionality(clause) {
        return Some(step);
    }
    let are_numbers = clause.iter().all(|literal| is_comparison(writer.terms, literal.term));
    let are_equations = clause.iter().all(|literal| writer.terms.op(literal.term) == Op::Eq);
    let mut step = None;
    if !are_numbers || are_equations {
        step = closure::prove(writer, clause);
    }
    if are_numbers && step.is_none() {
        step = arithmetic::prove(writer, clause, budget);
    }
    step
}

/// A formula that a clause has with and without a negation.
fn tautology(clause: &[Literal]) -> Option<Literal> {
    clause.iter().copied().find(|literal| literal.positive && clause.contains(&literal.negated()))
}
