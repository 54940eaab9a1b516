//! Learned clauses: how they come about, get shorter, and are deleted again.
//!
//! Reading order: `analyze` (a clause from a conflict), `minimize` (without redundant literals), `reduce`
//! (which clauses to delete, and when), `vivify` (shortening clauses between restarts), `hints` (what learned
//! clauses follow from, for proofs).

pub(in crate::sat) mod analyze;
mod hints;
mod minimize;
pub(in crate::sat) mod reduce;
mod shrink;
pub(in crate::sat) mod vivify;
