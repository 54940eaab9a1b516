//! # cfp-tests
//!
//! Tools for the tests that cross crates: random formulas ([`random`], [`constraints`], [`quantified`]),
//! brute force over small boxes ([`brute`]), asking several engines the same question ([`engines`], [`z3`]),
//! and making what they disagree about small ([`shrink`]). Steps of proofs are judged by assignments
//! ([`judge`]). The same for whole scripts: random ones
//! ([`session`]), public ones ([`benchmarks`]) and text taken apart ([`sexpr`]). Terms that were written and
//! read are compared up to names ([`alpha`]). How long to look is set from outside ([`rounds`]). Which
//! modules of a crate depend on which is read from its sources ([`rooms`]).

pub mod alpha;
pub mod benchmarks;
pub mod brute;
pub mod engines;
pub mod judge;
pub mod random;
pub mod rooms;
pub mod rounds;
pub mod session;
pub mod sexpr;
pub mod shrink;
pub mod z3;

pub use random::{constraints, quantified};
