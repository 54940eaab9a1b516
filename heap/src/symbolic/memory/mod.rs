//! Objects, pointers and accesses.

pub(crate) mod access;
pub(crate) mod blocks;
pub(crate) mod heap;
pub(crate) mod invariants;
pub(crate) mod object;
pub(crate) mod targets;
pub(crate) mod weak_reads;
pub(crate) mod writes;
