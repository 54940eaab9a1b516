//! From terms to clauses.

pub mod circuit;
pub mod translate;
