//! The contents of memory as terms, and program states.

pub(crate) mod arrays;
pub(crate) mod block;
pub(crate) mod bytes;
pub(crate) mod effects;
pub(crate) mod invariants;
pub(crate) mod merge;
pub(crate) mod place;
pub(crate) mod state;
pub(crate) mod value;
pub(crate) mod weak;
