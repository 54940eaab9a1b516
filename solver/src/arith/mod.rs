//! Common parts of the arithmetic theories: atoms that stand for bounds, and the reasons of implied literals.

mod atoms;
mod reasons;
mod theory;

pub(crate) use atoms::AtomTable;
pub(crate) use reasons::Reasons;
pub(crate) use theory::ArithTheory;

use crate::sat::Lit;
use crate::simplex::{Farkas, Tag};

/// The tag of the bound that a literal asserts.
pub(crate) fn tag_of(lit: Lit) -> Tag {
    Tag(lit.index() as u32)
}

/// The literal that asserted a bound.
pub(crate) fn lit_of(tag: Tag) -> Lit {
    Lit::from_index(tag.0 as usize)
}

/// The clause that says that not all bounds of a certificate hold.
pub(crate) fn conflict_clause<V: crate::simplex::Value>(farkas: &Farkas<V>) -> Vec<Lit> {
    clause_against(farkas.tags())
}

/// The clause that says that not all bounds with these tags hold.
pub(crate) fn clause_against(tags: impl Iterator<Item = Tag>) -> Vec<Lit> {
    let mut clause: Vec<Lit> = tags.map(|tag| !lit_of(tag)).collect();
    clause.sort_unstable();
    clause.dedup();
    clause
}
