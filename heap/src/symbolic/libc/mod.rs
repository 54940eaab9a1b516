//! The C library.

pub(crate) mod builtin;
pub(crate) mod printing;
