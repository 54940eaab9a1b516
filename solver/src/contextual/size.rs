//! The size of a formula.
//!
//! The measure is that of a person who reads the formula: the number of *leaves* first, then the number of
//! all nodes, both of the formula written out in full, shared parts as often as they occur. A leaf is an
//! occurrence of an atom: a comparison, an equation, a divisibility, a Boolean symbol or application, a
//! quantified formula. A comparison of more than two arguments counts as the comparisons that it stands for,
//! and atoms inside of atoms (conditions of `ite`, Boolean arguments) count too. `true` and `false` are no
//! leaves.
//!
//! Written out, a formula can be much larger than it is in memory, so the numbers stop at the largest that a
//! word holds. Formulas of which both numbers got there are compared by the number of their different
//! subterms.

use super::read::is_known;
use crate::term::{Op, Sort, Term, Terms};
use fxhash::FxHashMap;

/// The size of a formula; smaller is better, and fewer leaves are better than fewer nodes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Size {
    /// Occurrences of atoms.
    pub leaves: u64,
    /// Occurrences of terms of any kind.
    pub nodes: u64,
    /// Different subterms, where the other two numbers are too large to be told; else zero.
    pub distinct: u64,
}

impl Size {
    /// The size of a formula.
    pub fn of(terms: &Terms, formula: Term) -> Size {
        Sizes::default().of(terms, formula)
    }
}

/// Sizes that are known already.
#[derive(Default)]
pub(super) struct Sizes {
    known: FxHashMap<Term, Size>,
}

impl Sizes {
    /// How many sizes are known.
    pub(super) fn len(&self) -> usize {
        self.known.len()
    }

    pub(super) fn of(&mut self, terms: &Terms, formula: Term) -> Size {
        let mut stack = vec![formula];
        while let Some(&term) = stack.last() {
            if self.known.contains_key(&term) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            stack.extend(terms.args(term).iter().filter(|arg| !self.known.contains_key(arg)));
            if stack.len() == before {
                stack.pop();
                let size = self.combine(terms, term);
                self.known.insert(term, size);
            }
        }
        let mut size = self.known[&formula];
        if size.leaves == u64::MAX && size.nodes == u64::MAX {
            size.distinct = count_distinct(terms, formula);
        }
        size
    }

    /// The size of a term whose arguments have one.
    fn combine(&self, terms: &Terms, term: Term) -> Size {
        let args = terms.args(term);
        let mut size = Size { leaves: own_leaves(terms, term), nodes: 1, distinct: 0 };
        for arg in args {
            size.leaves = size.leaves.saturating_add(self.known[arg].leaves);
            size.nodes = size.nodes.saturating_add(self.known[arg].nodes);
        }
        size
    }
}

/// The leaves that a term is, without those inside of it.
fn own_leaves(terms: &Terms, term: Term) -> u64 {
    if terms.sort(term) != Sort::Bool {
        return 0;
    }
    let args = terms.args(term);
    match terms.op(term) {
        Op::True | Op::False | Op::Not | Op::And | Op::Or | Op::Xor | Op::Implies | Op::Ite => 0,
        Op::Eq | Op::Distinct if terms.sort(args[0]) == Sort::Bool => 0,
        Op::Eq | Op::Le | Op::Lt | Op::Ge | Op::Gt => args.len() as u64 - 1,
        op if is_known(op) => 1,
        // Inside of what binds variables only the matrix has leaves.
        _ if args.is_empty() => 1,
        _ => 0,
    }
}

fn count_distinct(terms: &Terms, formula: Term) -> u64 {
    let mut seen = fxhash::FxHashSet::default();
    let mut stack = vec![formula];
    while let Some(term) = stack.pop() {
        if seen.insert(term) {
            stack.extend_from_slice(terms.args(term));
        }
    }
    seen.len() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaves_are_counted_where_they_occur() {
        let mut terms = Terms::new();
        let (x, y) = (terms.constant("x", Sort::Int), terms.constant("y", Sort::Int));
        let p = terms.constant("p", Sort::Bool);
        let between = terms.le(&[x, y, x]);
        assert_eq!(Size::of(&terms, between).leaves, 2);
        let choice = terms.ite(p, x, y);
        let equation = terms.eq(choice, x);
        let both = terms.and(&[equation, between, p]);
        assert_eq!(Size::of(&terms, both), Size { leaves: 5, nodes: 1 + 6 + 4 + 1, distinct: 0 });
    }

    #[test]
    fn formulas_too_large_to_write_are_compared_by_their_subterms() {
        let mut terms = Terms::new();
        let p = terms.constant("p", Sort::Bool);
        let mut formula = p;
        for _ in 0..100 {
            formula = terms.xor(formula, formula);
        }
        let size = Size::of(&terms, formula);
        assert_eq!(size, Size { leaves: u64::MAX, nodes: u64::MAX, distinct: 101 });
    }
}
