//! # cfp-tests
//!
//! Tools for the tests that cross crates: random formulas ([`random`]) and brute force over small boxes ([`brute`]).

pub mod brute;
pub mod random;
