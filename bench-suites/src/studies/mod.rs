//! Studies of our own solver.
//!
//! [`thesis`] repeats the experiments by which Cuts-from-Proofs was first measured; [`ablate`] measures the
//! contribution of each technique.

pub mod ablate;
pub mod thesis;
