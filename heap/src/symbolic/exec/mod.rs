//! Execution of straight-line code.

pub(crate) mod arguments;
pub(crate) mod executor;
