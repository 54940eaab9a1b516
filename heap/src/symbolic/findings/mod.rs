//! What must hold, and what was found.

pub(crate) mod sink;
pub(crate) mod unproved;
