//! Equalities over the integers: techniques that find a conflict among the equalities in force, or what they
//! imply.
//!
//! `gcd` looks at one row at a time, `diophantine` eliminates variables from all of them.

pub mod diophantine;
pub(crate) mod gcd;
