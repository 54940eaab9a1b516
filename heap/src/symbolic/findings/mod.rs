//! What must hold, and what was found.

pub(crate) mod prover;
pub(crate) mod sink;
pub(crate) mod unproved;
