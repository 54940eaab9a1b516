//! Arithmetic on values.

pub(crate) mod arith;
