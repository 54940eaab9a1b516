//! Loops.

pub(crate) mod candidates;
pub(crate) mod carried;
pub(crate) mod invariants;
pub(crate) mod recheck;
pub(crate) mod reductions;
pub(crate) mod regions;
pub(crate) mod strategy;
pub(crate) mod summary;
pub(crate) mod trip_count;
